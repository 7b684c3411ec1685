import { openRoom } from "/static/study.js";

openRoom("/study/equity");
