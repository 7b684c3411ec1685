from kicker.games.deal cimport Deal, replaced

cpdef object pay_antes(Deal deal)
cpdef object post_blinds(Deal deal)
