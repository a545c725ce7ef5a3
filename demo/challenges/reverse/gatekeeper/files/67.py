#!/usr/bin/env python3
REST = 5
PULL = 143
LOCK = [
    64, 225, 146, 151, 134, 210, 13, 217, 22, 238, 24, 33,
    63, 81, 167, 168, 53, 164, 235, 91, 95, 167, 153, 163,
    87, 15, 19, 78, 194, 10, 9, 162, 160, 125, 142, 109,
    186,
]


def tumblers(word):
    state = REST
    for place, letter in enumerate(word.encode()):
        state = (state * PULL + letter + place) % 251
        yield state


if list(tumblers(input("Word? "))) == LOCK:
    print("The gate swings open. That word is your flag.")
else:
    print("The gate does not move.")
