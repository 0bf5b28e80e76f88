import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireUser } from '~/platform/access/guard.server'
import { readSearchParams } from '~/platform/request/search-params'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { GLOSSARY } from './glossary.server'
import { type Help, HelpContent } from './HelpContent'
import { helpOf } from './pages'

export const meta: MetaFunction = () => [{ title: 'Help · Kalakal' }]

/** Loads the keys and terms of the page that `of` names. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Help> {
  await requireUser(context)
  const { keys, sections } = helpOf(readSearchParams(request.url).text('of') ?? '')
  const others = [...GLOSSARY.keys()].filter((title) => !sections.includes(title))
  return {
    keys,
    sections: [...sections, ...others].map((title) => ({
      title,
      terms: GLOSSARY.get(title) ?? [],
      open: sections.includes(title),
    })),
  }
}

/** Shows keys and terms as a page, for readers without scripts. */
export default function HelpPage() {
  return (
    <>
      <PageHeader title="Help" />
      <Panel>
        <HelpContent {...useLoaderData<typeof loader>()} />
      </Panel>
    </>
  )
}
