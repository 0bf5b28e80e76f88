import { beforeAll, expect, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import { rows } from '../../app/platform/db/command.server.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { demoCompany } from '../support/demo.ts'
import { pageReader } from '../support/page-reader.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const company = demoCompany(server)
const finance = demoCompany(server, 'finance-admin')
const { page } = pageReader(server)

beforeAll(async () => {
  const [found] = rows(
    await company
      .db()
      .from('memberships')
      .select('user_id')
      .eq('project_id', DEMO_ID)
      .eq('role', 'Agent')
      .eq('status', 'active')
      .order('user_id'),
  )
  for (const name of ['Peña Muñoz', 'Zúñiga Trading'])
    await company.runCommand('request_customer', { p_customer: { name, agent_id: found!.user_id } })
  rows(
    await finance
      .db()
      .from('payees')
      .insert(['Peña Muñoz', 'Zúñiga Trading'].map((fname) => ({ project_id: DEMO_ID, fname })))
      .select('id'),
  )
  const product = await company.product('Soap of a list')
  for (const supplier of ['Peña Muñoz', 'Zúñiga Trading'])
    await company.runCommand('create_purchase', {
      p_purchase: {
        ...{ po_no: `PO-${supplier.length}`, supplier },
        lines: [{ product_id: product, quantity: '1', cost: '1.00' }],
      },
    })
})

it.each<[list: string, address: string]>([
  ['customers', paths.customers.list],
  ['customers of a transfer', paths.customers.addTransfer],
  ['suppliers', paths.inventory.suppliers],
  ['payees', paths.masters.list('payees')],
])('names are found without their accents, whatever was typed: %s', async (_, address) => {
  for (const typed of ['pena mun', 'PEÑA', 'Muñóz', 'munoz']) {
    const { html } = await page(`${address}?q=${encodeURIComponent(typed)}`, 'finance-admin')
    expect(html, typed).toContain('Peña Muñoz')
    expect(html, typed).not.toContain('Zúñiga Trading')
  }
  // "za" is no part of Peña, whose key is "penzza".
  for (const typed of ['zuniga', 'zu']) {
    const { html } = await page(`${address}?q=${encodeURIComponent(typed)}`, 'finance-admin')
    expect(html, typed).toContain('Zúñiga Trading')
    expect(html, typed).not.toContain('Peña Muñoz')
  }
  const { html } = await page(`${address}?q=za`, 'finance-admin')
  expect(html).not.toContain('Peña Muñoz')
})
