import { describe, expect, it } from 'vitest'
import type { Identity } from '../../app/platform/request/context.ts'
import { KnownIdentities } from './known-identities.ts'

interface Row {
  name: string
}
const parse = (row: unknown) =>
  ({ displayName: (row as Row).name, memberships: [{ projectName: 'A' }] }) as Identity
const read = (known: KnownIdentities, token: string, name: string) =>
  known.read(token, { name }, parse)

describe('known identities', () => {
  it('are those that the database said last, each of its own token', () => {
    const known = new KnownIdentities()
    expect(known.expected('one')).toBeNull()
    const ana = read(known, 'one', 'Ana')
    read(known, 'two', 'Ben')
    expect(known.expected('one')).toBe(ana)
    expect(known.expected('two')?.displayName).toBe('Ben')
  })

  it('stay the same object while the answer does, and are another one when it changes', () => {
    const known = new KnownIdentities()
    const ana = read(known, 'one', 'Ana')
    expect(read(known, 'one', 'Ana')).toBe(ana)
    const changed = read(known, 'one', 'Anna')
    expect(changed).not.toBe(ana)
    expect(known.expected('one')).toBe(changed)
  })

  it('cannot be changed, as requests share them', () => {
    const ana = read(new KnownIdentities(), 'one', 'Ana')
    expect(() => {
      ana.memberships[0]!.projectName = 'B'
    }).toThrow(TypeError)
  })

  it('are at most a thousand; those that were used longest ago are forgotten', () => {
    const known = new KnownIdentities()
    for (let n = 0; n < 1000; n++) read(known, `token ${n}`, 'Ana')
    read(known, 'token 0', 'Ana')
    read(known, 'one more', 'Ana')
    expect(known.expected('token 0')).not.toBeNull()
    expect(known.expected('token 1')).toBeNull()
    expect(known.expected('token 2')).not.toBeNull()
  })
})
