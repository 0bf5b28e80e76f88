import { expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { openPopovers } from '../support/popovers.ts'
import { enterAs, everyScreen, FINDERS } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)

it('every menu, dialog and list of choices of every screen opens within the viewport', async () => {
  const screens = await everyScreen(server)
  const outside: string[] = []
  let opened = 0
  for (const who of FINDERS) {
    const { page, close } = await visit()
    onTestFailed(() => picture(page, `popovers of ${who}`))
    await enterAs(page, server, who)
    for (const { path } of screens.filter((screen) => screen.who === who)) {
      // A paper opens the print dialog of the browser, which stops the page.
      if (/\/print$|[?&]print\b/.test(path)) continue
      await page.goto(path)
      const found = await openPopovers(page, path)
      opened += found.opened
      outside.push(...found.outside)
    }
    await close()
  }
  expect(outside).toEqual([])
  expect(opened).toBeGreaterThan(1000)
}, 1_200_000)
