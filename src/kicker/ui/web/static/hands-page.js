// The page of your own hands: those of all tables that this browser has a key for, or of one of them.

import { seatsKept } from "/static/api.js";
import { SETTINGS_ICON, find, icon } from "/static/dom.js";
import { openHands } from "/static/hands.js";

const wanted = new URLSearchParams(location.search).get("table");

find("#settings").append(icon(SETTINGS_ICON));
openHands(find("#hands"), wanted ? [wanted] : seatsKept("tables").map(([id]) => id));
