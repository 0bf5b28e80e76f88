import { expect, it } from 'vitest'
import { repairNotice, repairSentences } from './to-repair'

it('names what cannot be read, and what counts meanwhile', () => {
  expect(repairNotice([])).toBeNull()
  expect(repairNotice(['time_zone', 'receipts_maker_checker', 'vat_percent'])).toBe(
    'Settings of this company that cannot be read: time zone (days are those of UTC), second person for receipts (a second person is needed), VAT (the value of a new company counts). The administrator must save them again.',
  )
  expect(repairSentences({ time_zone: 'Mars/Olympus', vat_percent: null })).toEqual([
    'The time zone cannot be read: “Mars/Olympus” is stored. Until it is saved again, days are those of UTC.',
    'The VAT cannot be read: “” is stored. Until it is saved again, the value of a new company counts.',
  ])
})
