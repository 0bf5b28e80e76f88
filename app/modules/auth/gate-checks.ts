import { checkVersion, type NewVersion } from '~/platform/browser/version-check'

const PICTURE_MS = 2000

interface Checks {
  found: NewVersion | null
  /** The project has a logo that loads in time. One that fails or is slow is skipped. */
  picture: boolean
}

/** Looks for a newer version of the program, and loads the project's logo. */
export async function runChecks(logo: string | null): Promise<Checks> {
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
