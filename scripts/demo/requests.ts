import { row } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { DEMO_ID } from './people.ts'

interface Request {
  soNo: string
  kind: 'hold' | 'reduce' | 'take_back'
  reason: string
  /** Holds the pieces of the booking's first line; none for a hold. */
  pieces?: number
}

/** Enters warehouse requests: two pending, one rejected. */
export async function loadRequests({ warehouse, owner }: { warehouse: Db; owner: Db }) {
  const back = await ask(warehouse, {
    soNo: 'SO-000040',
    kind: 'take_back',
    reason: 'Driver reports dented cans',
    pieces: 6,
  })
  await sendCommand(owner, 'decide_warehouse_request', DEMO_ID, 'SO-000040', {
    p_request: back.id,
    p_version: back.version,
    p_decision: 'rejected',
    p_note: 'The store kept them at a discount',
  })
  await ask(warehouse, { soNo: 'SO-000057', kind: 'hold', reason: 'Store closed for the fiesta' })
  await ask(warehouse, {
    soNo: 'SO-000058',
    kind: 'reduce',
    reason: 'One case was crushed while loading',
    pieces: 3,
  })
}

async function ask(warehouse: Db, { soNo, kind, reason, pieces }: Request) {
  const booking = row(
    await warehouse
      .from('bookings')
      .select('id, booking_lines(id)')
      .eq('project_id', DEMO_ID)
      .eq('so_no', soNo)
      .order('line_no', { referencedTable: 'booking_lines' })
      .limit(1, { referencedTable: 'booking_lines' })
      .single(),
  )
  const line_id = booking.booking_lines[0]?.id
  return sendCommand(warehouse, 'create_warehouse_request', DEMO_ID, `${soNo} ${kind}`, {
    p_request: {
      booking_id: booking.id,
      kind,
      reason,
      lines: pieces ? [{ line_id, quantity: pieces }] : [],
    },
  })
}
