import { paths } from '~/paths'
import type { ImportDefinition } from '../definition'

/** Defines the import of suppliers and other payees of vouchers. */
export const kind: ImportDefinition = {
  kind: 'payees',
  title: 'Import suppliers and payees',
  noun: ['payee', 'payees'],
  about:
    'Imports suppliers and other payees. Account numbers are confirmed by another user before they are paid.',
  order: 5,
  permission: 'masters.write',
  list: { label: 'Payees', to: paths.masters.list('payees') },
  columns: [
    {
      key: 'fname',
      label: 'Payee',
      kind: 'text',
      required: true,
      synonyms: ['name', 'supplier', 'supplier name', 'vendor', 'payee name'],
      example: 'Luzon Beverage Corporation',
    },
    {
      key: 'account_no',
      label: 'Account number',
      kind: 'text',
      synonyms: ['account', 'account no', 'bank account'],
      example: '0012-3456-78',
    },
  ],
}
