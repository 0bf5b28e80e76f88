import type { signInAs } from '../../tools/accounts.ts'
import { uuidOf } from '../../tools/ids.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { COMPANIES } from './people.ts'

/** Enters some trade in the second company, to show that neither sees the other. */
export async function loadOther(
  as: (login: string, domain: string) => ReturnType<typeof signInAs>,
): Promise<void> {
  const { id: project, domain } = COMPANIES[1]!
  const [special, finance, agent, sales] = await Promise.all(
    ['special-access-1', 'finance-admin', 'agent', 'sales-admin'].map((login) => as(login, domain)),
  )
  const { data } = await agent!.auth.getUser()
  const rice = uuidOf(project, 'RICE-25')
  const { error } = await sales!.from('products').upsert(
    {
      project_id: project,
      id: rice,
      description: 'Sinandomeng Rice 25 kg',
      supplier: 'Visayas Grains',
      material_code: 'RICE-25',
      category1: 'Rice',
      unit_of_measure: 'sack',
      def_cost: 1180,
      def_srp: 1290,
    },
    { onConflict: 'project_id,id', ignoreDuplicates: true },
  )
  if (error) throw new Error(`Products of ${domain}: ${error.message}`)
  await sendCommand(special!, 'create_purchase', project, 'PO-1', {
    p_purchase: {
      po_no: 'PO-1',
      supplier: 'Visayas Grains',
      lines: [{ product_id: rice, quantity: 200, cost: '1180.00', prod_srp: '1290.00' }],
    },
  })
  const customer = await sendCommand(finance!, 'request_customer', project, 'Tisa Rice Dealer', {
    p_customer: {
      name: 'Tisa Rice Dealer',
      store_name: 'Tisa Rice Dealer',
      address: '5 Tisa Hills, Cebu City',
      area: 'Cebu City',
      agent_id: data.user!.id,
      credit_line: '300000.00',
      terms_days: 15,
    },
  })
  const booking = await sendCommand(special!, 'create_booking', project, 'booking 1', {
    p_booking: {
      customer_id: customer.id,
      lines: [{ product_id: rice, quantity: 40, agent_srp: '1290.00' }],
    },
  })
  await sendCommand(special!, 'validate_booking', project, 'booking 1', {
    p_booking: booking.id,
    p_version: booking.version,
  })
}
