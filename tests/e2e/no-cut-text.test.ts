import { beforeAll, expect, it, onTestFailed } from 'vitest'
import { today } from '../../app/platform/values/dates.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { faultsOf } from '../support/look.ts'
import { enterAs, everyScreen, FINDERS, type Screen } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)
const shop = demoCompany(server)
let screens: Screen[] = []

beforeAll(async () => {
  // A collector holds a cheque, so that the receipts to remit have all of their columns.
  const { data } = await shop
    .db()
    .from('memberships')
    .select('user_id')
    .eq('project_id', DEMO_ID)
    .eq('role', 'Collector')
    .limit(1)
  await shop.runCommand('record_collection', {
    p_collection: {
      customer_id: await shop.customer(),
      collector_id: data![0]!.user_id,
      ...{ collection_type: 'cheque', amount: '8082.00', cr_no: 'CR-35517' },
      ...{ cheque_bank: 'Pacific Commercial Bank, Ortigas', cheque_no: '0000702501' },
      cheque_date: today('Asia/Manila'),
    },
  })
  screens = await everyScreen(server)
}, 600_000)

it.each([
  [1366, 768],
  [820, 1180],
  [390, 844],
])(
  'no screen cuts a text, is wider than %i, draws a box in a box or a cell of two lines',
  async (width, height) => {
    const faults: string[] = []
    let seen = 0
    for (const who of FINDERS) {
      const { page, close } = await visit({ scripts: false, drawn: true, width })
      onTestFailed(() => picture(page, `look ${width} ${who}`))
      await page.setViewportSize({ width, height })
      await enterAs(page, server, who)
      // Home is another screen for each of them; the administrator has one of its own.
      const home = who === 'admin' ? [] : [{ path: '/home', address: `/home of ${who}` }]
      const others = screens.filter((screen) => screen.who === who && screen.path !== '/home')
      for (const { path, address } of [...home, ...others]) {
        await page.goto(path)
        // Papers have lines of their own.
        const isPaper = /\/print$|[?&]print\b/.test(path)
        const found = await faultsOf(page, isPaper)
        faults.push(...found.map((fault) => `${address}: ${fault}`))
        seen++
      }
      await close()
    }
    expect(faults).toEqual([])
    expect(seen).toBeGreaterThan(80)
  },
  1_200_000,
)

it('lists and reports show their amounts beside the menu of a small laptop or a tablet', async () => {
  const faults: string[] = []
  let seen = 0
  for (const who of FINDERS) {
    const { page, close } = await visit({ scripts: false, drawn: true, width: 1024 })
    onTestFailed(() => picture(page, `look 1024 ${who}`))
    await enterAs(page, server, who)
    const lists = screens.filter(
      (screen) => screen.who === who && !/:|\/(print|call-sheet|add)$/.test(screen.address),
    )
    for (const { path, address } of lists) {
      await page.goto(path)
      const found = (await faultsOf(page, false)).filter((fault) =>
        /^(the page is|a move to the side|two lines|\d+ px beyond)/.test(fault),
      )
      faults.push(...found.map((fault) => `${address}: ${fault}`))
      seen++
    }
    await close()
  }
  expect(faults).toEqual([])
  expect(seen).toBeGreaterThan(40)
}, 1_200_000)
