import { describe, expect, it } from 'vitest'
import { proposedNo, skippedNos } from './receipts.ts'

const inHand = { next_cr_no: 'CR-0104', last_cr_no: 'CR-0150' }
const none = { next_cr_no: 'CR-0104', last_cr_no: null }

describe('the number that the phone proposes', () => {
  it.each([
    ['is the next one of the booklet', inHand, [], 'CR-0104'],
    ['is after those that were written here', inHand, ['CR-0104', 'CR-0105'], 'CR-0106'],
    ['is after the highest, whatever was written last', inHand, ['cr-0107', 'CR-0104'], 'CR-0108'],
    ['leaves out other numbers', inHand, ['CR-0099', 'CR-0151', 'OTHER-0110'], 'CR-0104'],
    ['is none once the booklet is used up', inHand, ['CR-0150'], ''],
    ['follows the newest receipt without a booklet', none, ['CR-0104', 'X-099'], 'X-100'],
    ['is what the office says at first', none, [], 'CR-0104'],
    ['is none where the newest has no digits', { ...none, next_cr_no: null }, ['none'], ''],
  ])('%s', (_, company, used, proposed) => {
    expect(proposedNo(company, used)).toBe(proposed)
  })
})

describe('the numbers that a receipt skips', () => {
  it.each([
    [inHand, [], 'CR-0104', null],
    [inHand, [], 'CR-0105', 'CR-0104'],
    [inHand, [], ' cr-0107 ', 'cr-0104 to cr-0106'],
    [inHand, ['CR-0104', 'CR-0105'], 'CR-0107', 'CR-0106'],
    [inHand, ['CR-0104'], 'CR-0102', null],
    [inHand, [], 'CR-0151', null],
    [inHand, [], 'OTHER-0110', null],
    [none, [], 'CR-0110', null],
    [null, [], 'CR-0110', null],
  ])('of %j after %j up to %s are %s', (company, used, no, skipped) => {
    expect(skippedNos(company, used, no)).toBe(skipped)
  })
})
