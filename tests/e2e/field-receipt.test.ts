import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { enterField, openPhone } from '../support/field-phone.ts'
import { postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const { visit } = testBrowser(server)
const EMAIL = 'agent@demo.test'
let owner: ReturnType<typeof connect>
beforeAll(() => {
  owner = connect(server)
})
afterAll(() => owner?.end())

it('an agent collects cash and a cheque in a few taps and remits them, without a line', async () => {
  const { page, line, close } = await openPhone(visit)
  onTestFailed(() => picture(page, 'field receipt'))
  await enterField(page, EMAIL)
  await page.getByText('Ready').waitFor()
  await line(false)
  let taps = 0
  const tap = async (role: 'link' | 'button', name: string | RegExp) => {
    taps++
    await page.getByRole(role, { name }).first().click()
  }
  const type = async (label: string, text: string) => {
    taps++
    await page.getByLabel(label, { exact: true }).fill(text)
  }
  await tap('link', 'Customers')
  taps++
  await page.locator('main li a').first().click()
  await tap('link', 'Collect')
  await type('Amount', '1,500.00')
  await tap('button', 'Add cheque')
  await type('Amount of part 2', '2000')
  await type('Bank of part 2', 'BDO')
  await type('Cheque no. of part 2', '0012345')
  await type('CR no.', 'FIELD-0001')
  expect(await findings(page)).toEqual([])
  await tap('button', 'Save receipt')
  await page.getByText('Saved on this phone.').waitFor()
  await page.getByText('Provisional: the office has not accepted it.').waitFor()
  // A browser without a share sheet keeps the picture among its downloads.
  const [shared] = await Promise.all([
    page.waitForEvent('download'),
    tap('button', 'Share the receipt'),
  ])
  expect(shared.suggestedFilename()).toBe('Receipt-FIELD-0001.png')
  expect(taps).toBeLessThanOrEqual(15)
  expect(await findings(page)).toEqual([])

  // The money is with the agent before the office knows of it.
  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByText('in cash, 2,000.00 in cheques').waitFor()
  await page.getByRole('link', { name: 'Remit' }).click()
  await page.getByText('FIELD-0001').waitFor()
  await page.getByLabel('Pieces of 1,000').fill('1')
  await page.getByText('Cash shortage of').waitFor()
  await page.getByRole('button', { name: 'Sign and hand in' }).click()
  await page.getByText('enter the reason of the variance').waitFor()
  await page.getByLabel('Pieces of 500').fill('1')
  await page.getByText('The count agrees with the receipts.').waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign and hand in' }).click()
  await page.getByText(/Saved on this phone. It is sent once/).waitFor()
  await page.getByRole('link', { name: 'Today' }).click()
  expect(await page.getByText('Still with me').count()).toBe(0)

  await line(true)
  await page.getByRole('link', { name: 'Acts' }).click()
  await page.getByText('At the office').waitFor()
  const parts = await owner.unsafe<object[]>(
    `select c.collection_type, c.amount::text, c.approval_status, c.cheque_no from public.collections c
     where c.project_id = $1 and c.cr_no = 'FIELD-0001' order by c.part_no`,
    [DEMO_ID],
  )
  expect(parts).toEqual([
    { collection_type: 'cash', amount: '1500.00', approval_status: 'pending', cheque_no: null },
    {
      ...{ collection_type: 'cheque', amount: '2000.00', approval_status: 'pending' },
      cheque_no: '0012345',
    },
  ])
  const [act] = await owner.unsafe<object[]>(
    `select state, facts -> 'denominations' as cash from public.field_acts where project_id = $1 and kind = 'remittance'`,
    [DEMO_ID],
  )
  expect(act).toEqual({
    state: 'waiting',
    cash: [
      { value: '1000.00', count: 1 },
      { value: '500.00', count: 1 },
    ],
  })
  await page.getByRole('link', { name: /Receipt FIELD-0001/ }).click()
  await page.getByText('It waits for approval.').waitFor()
  expect(await page.getByText('Provisional').count()).toBe(0)
  await close()
})

it('a number of the booklet that is skipped asks why, and what was written is read to the office', async () => {
  const [person] = await owner.unsafe<{ user_id: string }[]>(
    "select user_id from public.profiles where email = 'collector@demo.test'",
  )
  await owner.unsafe(
    `insert into public.booklets (project_id, user_id, first_no, last_no, series, first_serial, last_serial)
     values ($1, $2, 'BK-0501', 'BK-0550', private.invoice_series('BK-0501'), 501, 550)`,
    [DEMO_ID, person!.user_id],
  )
  const { page, line, close } = await openPhone(visit)
  onTestFailed(() => picture(page, 'field booklet'))
  await enterField(page, 'collector@demo.test')
  await page.getByText('Ready').waitFor()
  await line(false)
  const collect = async (no: string | null) => {
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.locator('main li a').first().click()
    await page.getByRole('link', { name: 'Collect' }).click()
    await page.getByLabel('Amount', { exact: true }).fill('100')
    if (no) await page.getByLabel('CR no.').fill(no)
  }
  await collect(null)
  expect(await page.getByLabel('CR no.').inputValue()).toBe('BK-0501')
  await page.getByRole('button', { name: 'Save receipt' }).click()
  await page.getByText('Saved on this phone.').waitFor()
  // The phone counts its own receipts, which the office does not know yet.
  await collect('BK-0504')
  const why = page.getByLabel('Why is BK-0502 to BK-0503 skipped?')
  await why.waitFor()
  await page.getByRole('button', { name: 'Save receipt' }).click()
  await page.getByText('Enter why.').waitFor()
  expect(await findings(page)).toEqual([])
  await why.fill('Two leaves were wet')
  await page.getByRole('button', { name: 'Save receipt' }).click()
  await page.getByText('Saved on this phone.').waitFor()

  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByText('2 still on this phone').waitFor()
  await page.getByRole('link', { name: 'Read to the office' }).click()
  const read = page.locator('main li', { hasText: 'BK-0504' })
  expect(await read.innerText()).toMatch(/Receipt, [\s\S]*on this phone[\s\S]*Cash[\s\S]*100\.00/)
  expect(await page.locator('main').getByRole('button').count()).toBe(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findings(page), colorScheme).toEqual([])
  }

  await line(true)
  await read.getByText('accepted as BK-0504').waitFor()
  const skipped = await owner.unsafe<object[]>(
    `select s.first_serial::int, s.last_serial::int, s.reason from public.skipped_numbers s
     join public.booklets b on b.id = s.booklet_id where b.project_id = $1 and b.series = private.invoice_series('BK-0501')`,
    [DEMO_ID],
  )
  expect(skipped).toEqual([{ first_serial: 502, last_serial: 503, reason: 'Two leaves were wet' }])
  await close()
})
