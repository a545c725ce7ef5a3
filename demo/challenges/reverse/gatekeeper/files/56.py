#!/usr/bin/env python3
REST = 225
PULL = 7
LOCK = [
    171, 51, 205, 35, 121, 218, 123, 223, 170, 39, 148, 147,
    138, 70, 118, 205, 54, 242, 63, 59, 45, 200, 11, 198,
    1, 131, 46, 193, 173, 82, 151, 182, 105, 63, 73, 98,
    94,
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
