import type { SecondPersonRule } from '~/platform/request/context'

/** A rule of separation of duties: its name and what it asks. */
export interface DutyRule {
  rule: SecondPersonRule
  label: string
  hint: string
}

const RULES: Record<SecondPersonRule, Omit<DutyRule, 'rule'>> = {
  credit_lines: {
    label: 'Raised credit limits need a second person',
    hint: 'The user who set or raised a credit limit cannot validate a booking that needs it; another user must.',
  },
  credit_override: {
    label: 'Overrides and prices need a second person',
    hint: 'The user who entered or edited a booking cannot override its credit limit or price floor. The user who set the first current SRP of a product, or lowered it, cannot validate a booking that relies on it.',
  },
  product_edits: {
    label: 'Price and quantity corrections are approved by a second person',
    hint: 'The user who requested a correction cannot approve or reject it; another General Manager or Owner must.',
  },
  write_offs: {
    label: 'Write-offs of bad orders are approved by a second person',
    hint: 'The user who entered a write-off cannot approve it; another user who approves counts must.',
  },
  receipts: {
    label: 'Receipts are approved by a second person',
    hint: 'The user who recorded or collected a receipt can neither approve it nor cancel it once approved; another user must.',
  },
  memos: {
    label: 'Credit and debit memos are approved by a second person',
    hint: 'The user who prepared a memo above the approval amount can neither approve it nor cancel it once approved; another user must.',
  },
  vouchers: {
    label: 'Vouchers are approved by a second person',
    hint: 'The user who prepared or edited a voucher cannot approve it; another user must.',
  },
  payee_accounts: {
    label: 'Account numbers of payees are confirmed by a second person',
    hint: 'Vouchers with an account number are printed and released only after another user than the one who entered or changed it has confirmed it.',
  },
}

/** The rules in the order of the work. The texts stay on the server, as one section alone shows them. */
export const DUTY_RULES: DutyRule[] = Object.entries(RULES).map(([rule, texts]) => ({
  rule: rule as SecondPersonRule,
  ...texts,
}))
