import type { CommandResult } from '~/platform/db/command.server'
import type { Sent } from '~/platform/forms/form-action.server'
import type { InboxDecision } from './schema'

/**
 * Decides one document by the command of its own module. The command checks permission, version and
 * the rule of a second user again.
 */
export function decide(
  run: Sent['run'],
  { kind, id, version, intent, ...said }: InboxDecision,
): Promise<CommandResult<unknown>> {
  const reason = said.reason ?? ''
  const yes = intent === 'approve'
  switch (kind) {
    case 'booking':
    case 'override':
      return yes
        ? run('validate_booking', {
            p_booking: id,
            p_version: version,
            p_override_reason: kind === 'override' ? reason : null,
          })
        : run('cancel_booking', { p_booking: id, p_version: version, p_reason: reason })
    case 'customer':
      return yes
        ? run('decide_customer', {
            p_customer: id,
            p_version: version,
            p_decision: 'approved',
            p_credit_line: said.credit_line ?? null,
            p_terms_days: said.terms_days ?? 0,
          })
        : run('decide_customer', {
            p_customer: id,
            p_version: version,
            p_decision: 'rejected',
            p_reason: reason,
          })
    case 'collection':
      return yes
        ? run('approve_collection', { p_collection: id, p_version: version })
        : run('cancel_collection', { p_collection: id, p_version: version, p_reason: reason })
    case 'voucher':
      return yes
        ? run('approve_voucher', { p_voucher: id, p_version: version })
        : run('cancel_voucher', { p_voucher: id, p_version: version, p_reason: reason })
    case 'memo':
      return yes
        ? run('approve_memo', { p_memo: id, p_version: version })
        : run('cancel_memo', { p_memo: id, p_version: version, p_reason: reason })
    case 'write_off':
      return yes
        ? run('approve_write_off', { p_record: id, p_version: version })
        : run('cancel_write_off', { p_record: id, p_version: version, p_reason: reason })
    case 'product_edit':
      return run('decide_product_edit', {
        p_request: id,
        p_version: version,
        p_decision: yes ? 'approved' : 'rejected',
        p_note: said.reason ?? null,
      })
    case 'count': {
      const decision = { p_count: id, p_version: version, p_reason: reason }
      return yes ? run('post_stock_count', decision) : run('send_back_stock_count', decision)
    }
    case 'warehouse':
      return run('decide_warehouse_request', {
        p_request: id,
        p_version: version,
        p_decision: yes ? 'approved' : 'rejected',
        p_note: said.reason ?? null,
      })
  }
}
