import type { ReactNode } from 'react'
import { Logo } from '~/ui/Logo'

interface Props {
  version: string
  year: number
  children: ReactNode
}

/**
 * Lays out the sign-in pages: brand panel on the left (hidden on small screens), form on the right,
 * version and year.
 */
export function Frame({ version, year, children }: Props) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
      <div className="relative hidden overflow-hidden bg-leaf lg:block">
        <img src="/brand.svg" alt="" className="absolute inset-0 size-full object-cover" />
        <div className="relative flex h-full flex-col gap-10 p-10 text-white">
          <Logo size="md" />
          <p className="max-w-md text-hero leading-snug font-semibold tracking-tight text-balance">
            From the supplier’s truck to the last peso collected.
          </p>
        </div>
      </div>
      <div className="flex flex-col bg-surface px-6 py-8">
        <div className="lg:hidden">
          <Logo size="md" />
        </div>
        <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">
          {children}
        </main>
        <footer className="figures text-center text-xs text-muted">
          Version {version} · © {year} Kalakal
        </footer>
      </div>
    </div>
  )
}
