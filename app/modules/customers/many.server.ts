import { redirect } from '@remix-run/node'
import { changeMany } from '~/modules/import/change-many.server'
import { paths } from '~/paths'
import { rows } from '~/platform/db/command.server'
import { formActions } from '~/platform/forms/form-action.server'
import { selectedCustomersSchema } from './many'

/** The action of the customer list: what is done with the selected ones. */
export const customersAction = formActions({
  permission: ['customers.decide', 'customers.transfer'],
  intents: (intent) => ({
    terms: intent({
      permission: 'customers.decide',
      schema: selectedCustomersSchema,
      command: async ({ db, run, projectId, value: { customer_ids, terms_days } }) => {
        const of = db.from('customers').select('name').eq('project_id', projectId)
        const found = rows(await of.in('id', customer_ids).order('sort_key').order('id'))
        const records = found.map(({ name }) => ({
          label: name,
          cells: { customer: name, terms_days: String(terms_days) },
        }))
        return changeMany(run, 'customer_changes', 'Payment terms of selected customers', records)
      },
      done: ({ records }, { url, value }) => ({
        to: url.pathname + url.search,
        text: `Payment terms of ${records === 1 ? 'one customer' : `${records} customers`} set to ${value.terms_days} days.`,
      }),
    }),
    // The transfer shows first what goes along.
    transfer: intent({
      permission: 'customers.transfer',
      schema: selectedCustomersSchema,
      command: async ({ value }) => ({ ok: true, data: value.customer_ids }),
      done: (ids) =>
        redirect(
          `${paths.customers.addTransfer}?${new URLSearchParams(ids.map((id) => ['customer', id]))}`,
        ),
    }),
  }),
})
