import type { Act } from '../act.ts'
import { administrationActs } from './administration.ts'
import { bookingActs } from './bookings.ts'
import { chequeActs } from './cheques.ts'
import { chequeOutActs } from './cheques-out.ts'
import { countActs } from './counts.ts'
import { customerActs } from './customers.ts'
import { fulfilmentActs } from './fulfilment.ts'
import { importActs } from './imports.ts'
import { invoicingActs } from './invoicing.ts'
import { receiptActs } from './receipts.ts'
import { stockActs } from './stock.ts'
import { treasuryActs } from './treasury.ts'
import { voucherActs } from './vouchers.ts'
import { warehouseActs } from './warehouse.ts'

/** Every command that the model knows, by the function of `public` that it is. */
export const ACTS: Record<string, Act> = {
  ...stockActs,
  ...countActs,
  ...customerActs,
  ...bookingActs,
  ...fulfilmentActs,
  ...invoicingActs,
  ...warehouseActs,
  ...receiptActs,
  ...chequeActs,
  ...treasuryActs,
  ...voucherActs,
  ...chequeOutActs,
  ...administrationActs,
  ...importActs,
}

/** Commands with which every sequence begins. */
export const OPENING = ['create_project', 'provision_member']

/** Commands that are no part of a company's books, and where else they are tried. */
export const ELSEWHERE: Record<string, string> = {
  set_platform_admin: 'for the secret key alone, once an installation: administration.test.ts',
  begin_sign_in: 'sign-in counters, for the secret key alone: attempts.test.ts',
  end_sign_in: 'sign-in counters, for the secret key alone: attempts.test.ts',
  record_session: 'sessions of an account: sessions.test.ts',
  end_my_sessions: 'sessions of an account: sessions.test.ts',
  end_member_sessions: 'sessions of an account: sessions.test.ts',
}
