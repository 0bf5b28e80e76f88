import type { SecondPersonRule } from '~/platform/request/context'

/** A rule of separation of duties: its name and what it asks. */
export interface DutyRule {
  rule: SecondPersonRule
  label: string
  hint: string
}

const RULES: Record<SecondPersonRule, Omit<DutyRule, 'rule'>> = {
  credit_lines: {
    label: 'Raised credit lines need a second person',
    hint: 'Who gave a customer its credit line, or raised it, cannot validate a booking that needs that line; somebody else who validates bookings has to.',
  },
  credit_override: {
    label: 'Overrides and prices need a second person',
    hint: "Who entered or edited a booking cannot let it pass the customer's credit line or the price floor. Who set the first live SRP of a product, or lowered it, cannot validate a booking that relies on it.",
  },
  product_edits: {
    label: 'Product edits are decided by a second person',
    hint: 'Who asked to correct a purchase line cannot approve or reject that; another General Manager or Owner has to.',
  },
  write_offs: {
    label: 'Write-offs of bad orders are approved by a second person',
    hint: 'Who entered a write-off of bad orders cannot approve it; somebody else who decides counts has to.',
  },
  receipts: {
    label: 'Receipts are approved by a second person',
    hint: 'Who recorded or collected a receipt cannot approve it, nor cancel it once it is approved; somebody else who decides collections has to.',
  },
  memos: {
    label: 'Credit and debit memos are approved by a second person',
    hint: 'Who wrote a memo above the amount for approval cannot approve it, nor cancel it once it is approved; somebody else who approves memos has to.',
  },
  vouchers: {
    label: 'Vouchers are approved by a second person',
    hint: 'Who wrote or edited a voucher cannot approve it; somebody else who approves vouchers has to.',
  },
  payee_accounts: {
    label: 'Account numbers of payees are confirmed by a second person',
    hint: 'A voucher that carries an account number is printed and released once somebody else than who entered or changed that number has confirmed it.',
  },
}

/** The rules in the order of the work. The texts stay on the server, as one section alone shows them. */
export const DUTY_RULES: DutyRule[] = Object.entries(RULES).map(([rule, texts]) => ({
  rule: rule as SecondPersonRule,
  ...texts,
}))
