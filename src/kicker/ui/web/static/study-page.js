// The first page of the study room: the server writes all of it.

import { openRoom } from "/static/study.js";

openRoom();
