import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFailed } from 'vitest'
import { paths } from '../../app/paths.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openMore, picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const company = demoCompany(server)

/** A transfer of 80.00 into an account of its own, approved by finance. */
async function transfer(tag: string) {
  const { db, runCommand } = company
  const { data: agents } = await db().from('memberships').select('user_id').eq('role', 'Agent')
  const { id: customer_id } = await runCommand('request_customer', {
    p_customer: { name: `Refunded ${tag}`, agent_id: agents![0]!.user_id, terms_days: 30 },
  })
  const bank_id = randomUUID()
  const bank = { project_id: DEMO_ID, id: bank_id, bank: `Bank ${tag}`, account_no: tag }
  const { error } = await db().from('banks').insert(bank)
  if (error) throw new Error(error.message)
  const receipt = await runCommand('record_collection', {
    p_collection: {
      ...{ customer_id, collection_type: 'bank_transfer', amount: '80.00' },
      ...{ cr_no: `CRP-${tag}`, bank_id },
    },
  })
  await runCommand('approve_collection', {
    p_collection: receipt.id,
    p_version: receipt.version,
  })
  return { receipt: receipt.id, account: `Bank ${tag} · ${tag}`, bank_id }
}

describe.each(SCRIPTS)('a payment back, scripts $scripts', ({ scripts }) => {
  it('asks for place, number and reason, and shows on the receipt, in the list and at the bank', async () => {
    const tag = `P${scripts}${randomUUID().slice(0, 4)}`
    const { receipt, account, bank_id } = await transfer(tag)
    const { page, problems, close } = await signedIn('finance-admin@demo.test', { scripts })
    onTestFailed(() => picture(page, `payment back ${scripts}`))
    await page.goto(paths.treasury.collection(receipt))
    await openMore(page)
    await page.getByRole('button', { name: 'Pay back', exact: true }).click()
    const dialog = page.locator('dialog[open], dialog:popover-open')
    const send = dialog.getByRole('button', { name: 'Pay back' })
    await send.click()
    await dialog.getByText('Choose the paying account.').waitFor()
    await dialog.getByText('Enter a reason.').waitFor()
    await dialog.getByLabel('Paid from').selectOption({ label: account })
    await dialog.getByLabel('Number').fill(`TR-${tag}`)
    await dialog.getByLabel('Reason').fill('Paid twice')
    await send.click()
    await page.getByText(`number TR-${tag}`).first().waitFor()
    expect(await page.getByRole('button', { name: 'Pay back', exact: true }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Cancel receipt' }).count()).toBe(0)

    await page.goto(`${paths.treasury.collections}?q=CRP-${tag}`)
    await page
      .getByRole('row')
      .filter({ hasText: `CRP-${tag}` })
      .getByText('Paid back')
      .waitFor()
    await page.getByText('Excl. 80.00 returned or paid back').waitFor()
    await page.goto(paths.treasury.bank(bank_id))
    await page
      .getByRole('row')
      .filter({ hasText: `TR-${tag}` })
      .getByText('80.00')
      .first()
      .waitFor()
    await page.goto(`/reports_collection?level=receipt&type=bank_transfer`)
    await page.getByText('Paid back').first().waitFor()
    expect(problems).toEqual([])
    await close()
  })
})
