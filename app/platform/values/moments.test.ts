import { describe, expect, it } from 'vitest'
import { formatMoment, parseMoment, toLocalTime } from './moments'

const NOW = new Date('2026-11-23T07:42:07.500Z')
const MANILA = 'Asia/Manila'

describe('a past moment', () => {
  it.each([
    ['2026-11-23T15:42', '2026-11-23T15:42'],
    ['2026-11-23 15:42:07', '2026-11-23T15:42:07'],
    ['2026-11-23T07:42:07.123456Z', '2026-11-23T07:42:07.123456Z'],
    ['2026-11-23 07:42:07.123456+00', '2026-11-23 07:42:07.123456+00'],
    ['2026-11-23T15:42:07+08:00', '2026-11-23T15:42:07+08:00'],
    ['2026-11-23T15:43', null],
    ['2026-11-23T07:42:08Z', null],
    ['2026-11-24', null],
    ['2026-02-30T10:00', null],
    ['2026-11-23T24:00', null],
    ['yesterday', null],
    ['', null],
  ])('%s is read as %s', (typed, read) => {
    expect(parseMoment(typed, MANILA, NOW)).toBe(read)
  })

  it('is shown in the time of the project', () => {
    expect(formatMoment('2026-11-22T16:05:09.123456Z', MANILA)).toBe('11/23/2026 00:05:09')
    expect(formatMoment('2026-11-22 16:05:09.123456+00', MANILA)).toBe('11/23/2026 00:05:09')
    expect(formatMoment('2026-11-23T15:42', MANILA)).toBe('11/23/2026 15:42')
    expect(toLocalTime('2026-11-22T16:05:09Z', MANILA)).toBe('2026-11-23T00:05:09')
  })
})
