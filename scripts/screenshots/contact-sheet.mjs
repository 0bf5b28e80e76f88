// The contact sheet: a picture of every screen that the demo people reach by links, on a laptop and a phone, light and
// dark, and one sheet of each for a look at all of them.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

/** Where the pictures go: the folder that is named after `--all`. */
const TARGET = path.resolve(
  process.argv[process.argv.indexOf('--all') + 1] ?? 'test-results/contact-sheet',
)

/** The people whose screens together are all. */
const PEOPLE = [
  'general-manager',
  'finance-admin',
  'sales-admin',
  'invoice-admin',
  'expenses-and-disbursements',
  'warehouse',
  'special-access-1',
  'ase',
  'admin',
]

const VIEWS = /** @type {const} */ ([
  ['laptop-light', { width: 1366, height: 768 }, 'light'],
  ['laptop-dark', { width: 1366, height: 768 }, 'dark'],
  ['phone-light', { width: 390, height: 844 }, 'light'],
  ['phone-dark', { width: 390, height: 844 }, 'dark'],
])

/** Addresses that are files or end the session. */
const NO_SCREEN = /excel|\/files?\b|template|signout|attachments|\/logos\/|options|neighbor/
/** Parts of an address that name one of many documents, accounts or saved views. */
const ID =
  /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?<=\/accounts\/)\w+|reports_\w+(?=\/(views|print))/g

/**
 * @param {(email: string, viewport: { width: number, height: number }) => Promise<import('playwright').Page>} signIn
 */
export async function contactSheet(signIn) {
  rmSync(TARGET, { recursive: true, force: true })
  /** @type {Map<string, string[]>} */
  const pictures = new Map(VIEWS.map(([view]) => [view, []]))
  const seen = new Set()
  for (const person of PEOPLE) {
    const page = await signIn(`${person}@demo.test`, VIEWS[0][1])
    const waiting = [new URL(page.url()).pathname, ...(await searched(page))]
    for (let to = waiting.shift(); to; to = waiting.shift()) {
      const screen = to.replace(ID, ':id')
      if (seen.has(screen)) continue
      seen.add(screen)
      if (!(await open(page, to))) continue
      const links = await page
        .locator('a[href^="/"]')
        .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
      waiting.push(
        ...links.map((href) => href.split(/[?#]/)[0] ?? '').filter((href) => !NO_SCREEN.test(href)),
      )
      for (const [view, viewport, colorScheme] of VIEWS) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.waitForTimeout(150)
        const name = `${screen.slice(1).replace(/[^\w-]+/g, '_')}.png`
        mkdirSync(path.join(TARGET, view), { recursive: true })
        const file = path.join(TARGET, view, name)
        await page.screenshot({ path: file })
        pictures.get(view)?.push(file)
      }
      await page.setViewportSize(VIEWS[0][1])
    }
    await page.context().close()
  }
  for (const [view, files] of pictures) await sheet(view, files)
  index(pictures)
  process.stdout.write(`${seen.size} screens are in ${path.join(TARGET, 'index.html')}.\n`)
}

/** Lists the addresses of the screens that this person's search offers: more than the menu shows at once. @param {import('playwright').Page} page */
async function searched(page) {
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
  return page
    .getByRole('option')
    .evaluateAll((all) => all.flatMap((each) => each.getAttribute('data-value') ?? []))
}

/** Opens an address. @param {import('playwright').Page} page @param {string} to */
async function open(page, to) {
  try {
    const answer = await page.goto(to, { waitUntil: 'networkidle' })
    return answer !== null && /text\/html/.test(answer.headers()['content-type'] ?? '')
  } catch {
    // A download, or a page that took too long.
    return false
  }
}

/** Puts the pictures of a view side by side. @param {string} view @param {string[]} files */
async function sheet(view, files) {
  const [width, height, columns] = view.startsWith('phone') ? [130, 282, 14] : [300, 169, 6]
  const rows = Math.ceil(files.length / columns)
  const cells = await Promise.all(
    files.map(async (file, at) => ({
      input: await sharp(file).resize(width, height).png().toBuffer(),
      left: (at % columns) * (width + 8),
      top: Math.floor(at / columns) * (height + 8),
    })),
  )
  await sharp({
    create: {
      width: columns * (width + 8),
      height: Math.max(rows, 1) * (height + 8),
      channels: 3,
      background: '#888888',
    },
  })
    .composite(cells)
    .png()
    .toFile(path.join(TARGET, `${view}.png`))
}

/** Writes a page with all pictures and their names. @param {Map<string, string[]>} pictures */
function index(pictures) {
  const parts = [...pictures].map(([view, files]) => {
    const figures = files.map((file) => {
      const at = path.relative(TARGET, file)
      return `<figure><a href="${at}"><img loading="lazy" width="300" src="${at}" alt=""></a><figcaption>${path.basename(file, '.png')}</figcaption></figure>`
    })
    return `<h2>${view}</h2><div>${figures.join('')}</div>`
  })
  const style =
    'div{display:flex;flex-wrap:wrap;gap:8px}figure{margin:0}img{border:1px solid #888}body{font:12px sans-serif}'
  writeFileSync(
    path.join(TARGET, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>All screens</title><style>${style}</style>${parts.join('')}`,
  )
}
