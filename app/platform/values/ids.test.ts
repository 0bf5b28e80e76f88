import { expect, it } from 'vitest'
import { idOf, isId } from './ids'

it('an id is one in any letters, and nothing that only looks like it', () => {
  const id = '0199a3f0-5b1c-7e3d-b7ab-0024c275c97d'
  expect(isId(id)).toBe(true)
  expect(idOf(id.toUpperCase())).toBe(id.toUpperCase())
  for (const not of [null, undefined, 7, '', '-'.repeat(36), `${id} `, id.slice(1), `x${id}`])
    expect(idOf(not)).toBeNull()
})
