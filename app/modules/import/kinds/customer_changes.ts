import { paths } from '~/paths'
import { CUSTOMER_COLUMN } from '../columns'
import { asChange, type ImportDefinition } from '../definition'
import { kind as customers } from './customers'

/** Columns that only a new customer, or an open invoice of one, has. */
const OF_NEW = ['name', 'agent', 'invoice_no', 'invoice_date', 'due_date', 'opening_date', 'amount']

/** Defines changes of customers in the list. */
export const kind: ImportDefinition = {
  kind: 'customer_changes',
  title: 'Update customers',
  noun: ['customer', 'customers'],
  about:
    'Updates customers; old and new values are previewed. A blank cell changes nothing. A dash (-) clears a text, “none” a number; as a credit limit “none” is unlimited. Names and agents do not change.',
  order: 10,
  changes: true,
  permission: 'customers.decide',
  list: { label: 'Customers', to: paths.customers.list },
  columns: [
    { ...CUSTOMER_COLUMN, unique: true },
    ...customers.columns.filter(({ key }) => !OF_NEW.includes(key)).map(asChange),
  ],
}
