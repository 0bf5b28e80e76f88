import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** zxcvbn scores from 0 to 4; a score of 3 needs at least 10^8 guesses. */
const GOOD_SCORE = 3
/** The number of characters that a password must have besides the words known about its owner. */
const OWN_CHARACTERS = 8
const PRODUCT = 'kalakal'
const OWN_WORDS = 'This password is made of your own name or e-mail address.'
const ADVICE = 'Try three or four words that have nothing to do with each other.'

/** The messages by zxcvbn's key. Keys that are missing here mean "on every list of passwords". */
const REASONS: Record<string, string> = {
  simpleRepeat: 'This password repeats itself.',
  extendedRepeat: 'This password repeats itself.',
  sequences: 'This password is a simple sequence.',
  straightRow: 'This password is a row of keys.',
  keyPattern: 'This password is a pattern of keys.',
  dates: 'This password is mostly a date.',
  recentYears: 'This password is mostly a year.',
  userInputs: OWN_WORDS,
}

let made: ZxcvbnFactory | undefined

/**
 * Unpacks the word lists once, when the first password is chosen and not when the server starts.
 */
function judge(): ZxcvbnFactory {
  made ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return made
}

/**
 * Returns why a new password is too easy to guess, as a sentence for its field; null when it is
 * good enough. `hints` are facts about the owner, such as e-mail and name. They are split into
 * words here, and the product's name is always added.
 */
export function commonPassword(password: string, hints: string[]): string | null {
  const words = wordsOf([...hints, PRODUCT])
  if (without(words, password).length < OWN_CHARACTERS) return `${OWN_WORDS} ${ADVICE}`
  const { score, feedback } = judge().check(password, words)
  if (score >= GOOD_SCORE) return null
  return `${REASONS[feedback.warning ?? ''] ?? 'This password is too common.'} ${ADVICE}`
}

/**
 * Returns the parts of the hints, and each hint in one piece: "Juan Cruz" gives juan, cruz and
 * juancruz.
 */
function wordsOf(hints: string[]): string[] {
  const words = hints.flatMap((hint) => {
    const parts = hint.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    return [hint.toLowerCase(), parts.join(''), ...parts]
  })
  return [...new Set(words)].filter((word) => word.length > 2).sort((a, b) => b.length - a.length)
}

/** Returns the letters and digits that remain without the words, the longest word removed first. */
function without(words: string[], password: string): string {
  let rest = password.toLowerCase()
  for (const word of words) rest = rest.replaceAll(word, ' ')
  return rest.replace(/[^\p{L}\p{N}]/gu, '')
}
