import { row } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { uuidOf } from '../../tools/ids.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { DEMO_ID } from './people.ts'

const BANK = uuidOf(DEMO_ID, 'bank 1')

/** Finds a cheque of the demo by its number. */
async function cheque(db: Db, no: string) {
  const found = db.from('issued_cheques').select('id').eq('project_id', DEMO_ID)
  return row(await found.eq('bank_id', BANK).eq('cheque_no', no).single())
}

/**
 * Enters the cheque book of the vouchers' cheques: the bank paid the oldest one, one leaf is spoiled, the others follow
 * their vouchers.
 */
export async function loadCheques(expenses: Db, finance: Db): Promise<void> {
  await sendCommand(expenses, 'add_cheque_book', DEMO_ID, 'book 1', {
    p_book: { bank_id: BANK, first_no: '0001201', last_no: '0001225' },
  })
  await sendCommand(expenses, 'void_issued_cheque', DEMO_ID, '0001206', {
    p_cheque: (await cheque(expenses, '0001206')).id,
    p_version: 1,
    p_void: { reason: 'Torn out with the leaf before' },
  })
  await sendCommand(finance, 'clear_issued_cheques', DEMO_ID, '0001201', {
    // Each version comes from one step: written, released with its voucher, taken into the book.
    p_cleared: { cheques: [{ id: (await cheque(finance, '0001201')).id, version: 3 }] },
  })
}
