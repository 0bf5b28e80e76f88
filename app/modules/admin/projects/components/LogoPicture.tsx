import { useState } from 'react'
import { logoAddress } from '~/modules/logos/address'
import type { LogoKey } from '~/platform/request/logos'
import { cx } from '~/ui/classes'

/** Describes the logos: label, use, paper or screen behind it, and the fallback without one. */
export const LOGOS: Record<
  LogoKey,
  { label: string; where: string; paper: boolean; without: string }
> = {
  logo_uri: {
    label: 'Logo of the screens',
    where:
      'Shown on the sign-in gate, with POWERED BY. Must be legible on light and dark backgrounds.',
    paper: false,
    without: 'The sign-in gate shows the logo of Kalakal alone.',
  },
  logo_uri1: {
    label: 'Logo of printed documents',
    where: 'Shown in the letterhead of printed documents.',
    paper: true,
    without: 'Printed documents show the title alone.',
  },
}

interface Props {
  which: LogoKey
  /** The path in the bucket; null when the project has no such logo. */
  path: string | null
  /** The address of a picture that is chosen and not saved yet. */
  preview?: string | null
}

/** Shows a logo on the background of its use: the screen or paper. */
export function LogoPicture({ which, path, preview }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  const { label, where, paper, without } = LOGOS[which]
  const source = preview ?? logoAddress(path)
  const unreadable = source !== null && source === broken
  return (
    <figure className="min-w-0">
      <div
        className={cx(
          'flex min-h-32 items-center justify-center rounded-md border border-line p-4',
          paper ? 'bg-white' : 'bg-surface',
          !source && 'border-dashed',
        )}
      >
        {source && !unreadable ? (
          <img
            src={source}
            alt={label}
            className="max-h-40 max-w-full object-contain"
            onError={() => setBroken(source)}
          />
        ) : (
          <span className={paper ? 'text-leaf-deep' : 'text-muted'}>
            {unreadable ? 'This file cannot be shown as a picture.' : 'No logo'}
          </span>
        )}
      </div>
      <figcaption className="mt-1.5 text-xs text-muted">
        {preview && !unreadable ? <strong className="text-warn">Not saved yet. </strong> : null}
        {unreadable ? null : source ? where : without}
      </figcaption>
    </figure>
  )
}
