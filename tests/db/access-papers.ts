import { SHARE_PERMISSIONS as needs } from '../../app/modules/sharing/kinds.ts'
import { NOWHERE } from './function-access.ts'

/** Functions of papers: those that share them, for who prints any, and what they take. */
export const PAPER_FUNCTIONS = {
  share_by_link: { needs, args: { p_kept: NOWHERE, p_days: 1 } },
  share_by_mail: { needs, args: { p_kept: NOWHERE, p_mail: {} } },
  end_shared_link: { needs, args: { p_shared: NOWHERE } },
  shared_of_document: { needs, args: { p_paper: 'invoice', p_document: NOWHERE } },
  last_recipients: { needs, args: { p_paper: 'invoice', p_document: NOWHERE } },
  invoice_forms: { needs: 'invoicing.read' as const, args: { p_bookings: '{}' } },
}
