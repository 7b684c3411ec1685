from kicker.games.progress cimport Progress
