#!/bin/sh
# A bot for kicker in POSIX sh: raises pairs and high cards, calls what is cheap, folds the rest, stands pat in draw games.
#
#   kicker match "program:./careful.sh" caller --hands 400
#
# Each question is one line of JSON without spaces between its parts (docs/matches.md), so cutting it up is enough here.

field() { # field NAME: sets $value to what follows the first "NAME": in the line, text without quotes
    value=${line#*\"$1\":}
    case $value in
    \"*) value=${value#\"} value=${value%%\"*} ;;
    \[*) value=${value#\[} value=${value%%\]*} ;; # the items of a list, with their quotes
    *) value=${value%%[,\}]*} ;;
    esac
}

while IFS= read -r line; do
    field type && [ "$value" = act ] || continue # a deal is over: nothing to answer
    field id && id=$value
    field hand && hand=$value
    field phase && phase=$value
    field street && street=$value
    field pot && pot=$value
    field may_check && may_check=$value
    field call_amount && call=$value
    field min_raise_to && low=$value

    case $hand in
    # The first two cards are a pair, or both are ten or higher.
    ?A????A* | ?K????K* | ?Q????Q* | ?J????J* | ?T????T* | ?9????9* | ?8????8* | ?7????7* | ?[AKQJT]????[AKQJT]*) good=yes ;;
    *) good=no ;;
    esac
    if [ "$phase" = drawing ]; then
        action="stand pat"
    elif [ "$phase" = showdown ]; then
        action=show
    elif [ $good = yes ] && [ "$street" -eq 0 ] && [ "$low" -gt 0 ]; then
        action="raise $low"
    elif [ "$may_check" = true ]; then
        action=check
    elif [ "$call" -gt 0 ] && { [ $good = yes ] || [ $((call * 4)) -le "$pot" ]; }; then
        action=call
    else
        action=fold
    fi
    printf '{"id":%s,"action":"%s"}\n' "$id" "$action"
done
