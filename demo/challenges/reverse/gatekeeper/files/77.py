#!/usr/bin/env python3
REST = 150
PULL = 146
LOCK = [
    165, 103, 77, 53, 84, 89, 45, 159, 237, 68, 14, 151,
    71, 183, 242, 73, 241, 161, 38, 146, 115, 109, 218, 72,
    91, 107, 193, 188, 173, 235, 54, 183, 192, 50, 156, 68,
    49,
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
