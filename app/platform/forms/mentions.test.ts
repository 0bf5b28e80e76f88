import { expect, it } from 'vitest'
import { commentPieces, mentionsIn, nameBeingTyped, namesLike } from './mentions'

const people = [
  { id: '1', name: 'Ana' },
  { id: '2', name: 'Ana Cruz' },
  { id: '3', name: 'Niño Reyes' },
]

it('finds whom a text mentions by whole names, the longest first', () => {
  expect(mentionsIn('@Ana Cruz and @ana, see @NIÑO REYES!', people)).toEqual(['2', '1', '3'])
  expect(mentionsIn('@Anabel, ana@cruz.test, @ Ana', people)).toEqual([])
  expect(mentionsIn('@Ana @Ana', people)).toEqual(['1'])
})

it('keeps every letter of a text beside its mentions', () => {
  const note = 'Line 1\n@Ana Cruz: ok?  @Nobody'
  const pieces = commentPieces(note, people)
  expect(pieces.map(({ text }) => text).join('')).toBe(note)
  expect(pieces).toContainEqual({ text: '@Ana Cruz', person: '2', at: 7 })
})

it('knows the beginning of a name that is being typed', () => {
  expect(
    ['@', 'See @An', 'See @Ana C', '(@x', 'a@b', '@Ana Cruz, ok', ''].map(nameBeingTyped),
  ).toEqual(['', 'An', 'Ana C', 'x', null, null, null])
  expect(namesLike('cr', people).map(({ id }) => id)).toEqual(['2'])
  expect(namesLike('', people)).toHaveLength(3)
})
