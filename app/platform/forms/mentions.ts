/** A piece of a comment: plain text, or the mention of a person. */
export interface CommentPiece {
  text: string
  /** The person's id; null for plain text. */
  person: string | null
  /** Where it begins. */
  at: number
}

/** Splits a text at the names after `@` that belong to these people. The longest name counts: Ana Cruz before Ana. */
export function commentPieces(
  note: string,
  people: readonly { id: string; name: string }[],
): CommentPiece[] {
  const byLength = people
    .filter(({ name }) => name.trim())
    .sort((a, b) => b.name.length - a.name.length)
  const pieces: CommentPiece[] = []
  let plain = ''
  let begun = 0
  const endPlain = () => {
    if (plain) pieces.push({ text: plain, person: null, at: begun })
    plain = ''
  }
  for (let at = 0; at < note.length; ) {
    const found = note[at] === '@' && byLength.find(({ name }) => isNamed(note, at + 1, name))
    if (found) {
      endPlain()
      pieces.push({ text: `@${found.name}`, person: found.id, at })
      at += 1 + found.name.length
      begun = at
    } else plain += note[at++]
  }
  endPlain()
  return pieces
}

/** Returns the people whom a text mentions, each once. */
export function mentionsIn(
  note: string,
  people: readonly { id: string; name: string }[],
): string[] {
  const found = commentPieces(note, people).flatMap(({ person }) => person ?? [])
  return [...new Set(found)]
}

/** Tells whether a name stands at this place of a text, and no longer word that begins like it. */
function isNamed(note: string, at: number, name: string): boolean {
  const end = at + name.length
  return (
    note.slice(at, end).toLowerCase() === name.toLowerCase() &&
    !/[\p{L}\p{N}]/u.test(note.slice(end, end + 1))
  )
}

/** The longest name that is looked for. */
const LONGEST = 60

/** Returns the beginning of a name that is being typed at the end of a text, without its `@`; null where there is none. */
export function nameBeingTyped(before: string): string | null {
  const at = before.lastIndexOf('@')
  if (at < 0 || (at > 0 && !/[\s(]/.test(before[at - 1]!))) return null
  const name = before.slice(at + 1)
  const isName = name.length <= LONGEST && !/[^\p{L}\p{N}.' -]| {2}/u.test(name)
  return isName ? name : null
}

/** Returns the people whose names have a word that begins as typed, at most eight. */
export function namesLike<P extends { name: string }>(typed: string, people: readonly P[]): P[] {
  const key = typed.trim().toLowerCase()
  return people
    .filter(({ name }) => {
      const lower = name.toLowerCase()
      return lower.startsWith(key) || lower.includes(` ${key}`)
    })
    .slice(0, 8)
}
