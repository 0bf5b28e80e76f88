import { describe, expect, it } from 'vitest'
import { currencyOptions, timeZoneOptions } from './region.server'

const zones = timeZoneOptions().map(({ id }) => id)

describe('time zones to choose from', () => {
  it('are all of them, each once, by the names that IANA uses today', () => {
    expect(zones.length).toBeGreaterThan(400)
    expect(new Set(zones).size).toBe(zones.length)
    for (const zone of ['Asia/Manila', 'Asia/Kolkata', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv', 'UTC'])
      expect(zones).toContain(zone)
    for (const replaced of ['Asia/Calcutta', 'Asia/Saigon', 'Europe/Kiev'])
      expect(zones).not.toContain(replaced)
  })

  it('say how far they are from UTC', () => {
    const detail = (zone: string) => timeZoneOptions().find(({ id }) => id === zone)?.detail
    expect(detail('Asia/Manila')).toBe('UTC+08:00')
    expect(detail('Asia/Kathmandu')).toBe('UTC+05:45')
    expect(detail('UTC')).toBe('UTC+00:00')
  })

  it('have the one that a project has, whatever its name', () => {
    expect(timeZoneOptions('Asia/Calcutta').map(({ id }) => id)).toContain('Asia/Calcutta')
  })
})

describe('currencies to choose from', () => {
  it('have their names', () => {
    expect(currencyOptions()).toContainEqual({ id: 'PHP', label: 'PHP · Philippine Peso' })
  })
})
