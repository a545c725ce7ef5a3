#!/usr/bin/env python3
REST = 217
PULL = 187
LOCK = [
    19, 148, 165, 88, 17, 40, 53, 237, 7, 158, 54, 173,
    85, 190, 18, 235, 145, 122, 99, 59, 123, 45, 249, 249,
    249, 1, 69, 224, 51, 127, 241, 222, 179, 223, 126, 54,
    219,
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
