import { checkVersion, type NewVersion } from '~/platform/browser/version-check'

const PICTURE_MS = 2000

interface Checks {
  found: NewVersion | null
  /** The project has a logo that loads in time. One that fails or is slow is skipped. */
  picture: boolean
}

let running: { logo: string | null; checks: Promise<Checks> } | null = null

/** Begins what the gate waits for, so that it goes on while the welcome is shown. */
export function beginChecks(logo: string | null): Promise<Checks> {
  if (running?.logo !== logo) running = { logo, checks: check(logo) }
  return running!.checks
}

/** Returns what `beginChecks` found; the next sign-in checks again. */
export async function takeChecks(logo: string | null): Promise<Checks> {
  const checks = await beginChecks(logo)
  running = null
  return checks
}

async function check(logo: string | null): Promise<Checks> {
  const [found, picture] = await Promise.all([checkVersion(), canShow(logo)])
  return { found, picture }
}

async function canShow(logo: string | null): Promise<boolean> {
  if (!logo) return false
  const picture = new Image()
  picture.src = logo
  const here = picture.decode().then(
    () => true,
    () => false,
  )
  const late = new Promise<false>((resolve) => setTimeout(resolve, PICTURE_MS, false))
  return Promise.race([here, late])
}
