import { Kbd } from '~/ui/Kbd'
import type { Term } from './glossary.server'
import type { KeyHelp } from './pages'

export interface Help {
  keys: readonly KeyHelp[]
  /** The terms of the page, then those of the other pages. */
  sections: readonly { title: string; terms: readonly Term[]; open: boolean }[]
}

/** Shows the keys and the terms of a page. */
export function HelpContent({ keys, sections }: Help) {
  return (
    <>
      <h2 className="mb-2 text-base font-semibold">Keys</h2>
      <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
        {keys.map(([key, does]) => (
          <div key={`${key} ${does}`} className="flex gap-3">
            <dt className="w-36 shrink-0 whitespace-nowrap">
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <h2 className="mt-5 mb-2 text-base font-semibold">Terms</h2>
      {sections.map(({ title, terms, open }) => (
        <details key={title} open={open} className="border-t border-line py-2">
          <summary className="w-fit font-medium text-accent">{title}</summary>
          <dl className="mt-2 grid gap-x-6 gap-y-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
            {terms.map(({ term, meaning, short }) => (
              <div key={term} className="contents">
                <dt className="font-medium">
                  {term}
                  {short ? <span className="ml-1.5 font-normal text-muted">{short}</span> : null}
                </dt>
                <dd className="text-muted max-sm:-mt-1.5">{meaning}</dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
    </>
  )
}
