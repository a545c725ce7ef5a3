type Exception = { file: RegExp; at: RegExp; why: string }

const anywhere = /./

/** Where an installation that moved in answers something else than it did on the other platform. */
export const exceptions: readonly Exception[] = [
  // Additions to the wire, which clients of that platform ignore.
  { file: anywhere, at: /(?:^|[.\]])version$/, why: 'an addition: of the board, or of what is edited' },
  { file: anywhere, at: /(?:^|[.\]])signedTeamText$/, why: 'an addition: what tokens are signed over' },
  { file: /game-team|game-as/, at: /^writeupDeadline$/, why: 'an addition' },
  { file: /my-teams|teams\.json/, at: /\]\.(?:played|games)$/, why: 'additions' },
  {
    file: /edit-challenge/,
    at: /(?:enableAtUtc|lacks|networkMode|allowUserChange|checkByConnecting)$/,
    why: 'additions',
  },
  { file: /config-client/, at: /^instances$/, why: 'an addition' },
  { file: /./, at: /^code$/, why: 'an addition: the code of a problem' },

  // What that platform answers depends on its cache, or is wrong there.
  {
    file: /scoreboard\.json|details/,
    at: /disableBloodBonus$/,
    why: 'right there only in the first answer after a start',
  },
  { file: /scoreboard\.json/, at: /^updateTimeUtc$/, why: 'when the board was computed' },
  {
    file: /game-c\/scoreboard\.json/,
    at: /^\(status\)$/,
    why: 'was in its cache, though the game had not started',
  },
  { file: /details/, at: /^challengeCount$/, why: 'counts the categories there' },
  { file: /game-c\/game-as-anonymous/, at: /^\(status\)$/, why: 'a hidden game is hidden here' },
  { file: /cheat-info/, at: /\.division$/, why: 'always null there' },

  // What refuses, in our words and with our numbers.
  { file: anywhere, at: /^title$/, why: 'the text of a problem' },
  { file: /game-c/, at: /^status$/, why: 'the number of a problem that the wire describes' },

  // What moving in changes.
  { file: /users\.json/, at: /registerTimeUtc$/, why: 'taken from the key where there was none' },
  { file: /users\.json/, at: /(?:lastVisitedUtc|ip)$/, why: 'of the visits of this test' },
  { file: /events/, at: /\]\.time$/, why: 'of the submission, not of the moment after it' },
  { file: anywhere, at: /(?:^|[.\]])inviteCode$/, why: 'blank and null both mean none' },
  { file: /capture-files/, at: /updateTime$/, why: 'when the file was copied' },
  { file: /instances\.json/, at: anywhere, why: 'running instances stay behind' },
  {
    file: /challenge-15-team-14/,
    at: /^context\.(?:closeTime|instanceEntry)$/,
    why: 'running instances stay behind',
  },
  { file: /api-tokens/, at: anywhere, why: 'API tokens have to be created anew' },
  { file: /config-client/, at: /^portMapping$/, why: 'a setting of the program, not of the database' },
]
