import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CountedPaperActions } from '~/modules/prints/CountedPaperActions'
import { countPrint, paperCopies } from '~/modules/prints/copies.server'
import { FormChoice, FormNotes } from '~/modules/prints/FormChoice'
import { onForms } from '~/modules/prints/forms.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { LinkButton } from '~/ui/Button'
import { PageHeader } from '~/ui/PageHeader'
import { PaperActions } from '~/ui/PaperChoice'
import { PaperSheets } from '~/ui/PaperSheet'
import { readEMemo } from './e-memo.server'
import { memoKind } from './labels'
import { memoOnForm } from './memo-form'
import { memoPaper } from './memo-paper.server'
import { readMemo } from './queries.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.memo.memo_no ?? 'Memo'} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'memos.read')
  const memo = await readMemo(db, project.projectId, params.id!)
  const { id, kind, status, memo_no } = memo
  const issued = status === 'pending' ? [] : [memo_no]
  const print = await paperCopies({ db, project }, 'memo', issued)
  const copies = print.copies[memo_no]
  return {
    memo: { id, kind, status, memo_no },
    hasData: memo.approved_at !== null,
    print,
    ...(await onForms(
      { db, projectId: project.projectId, url: request.url },
      'memo',
      {
        file: `${memoKind(kind)} ${memo_no}`,
        sheets: [memoPaper(memo, copies)],
        data: memo.approved_at ? await readEMemo(db, project.projectId, request.url, memo) : [],
      },
      () => [memoOnForm(memo, copies)],
    )),
  }
}

export const action = formAction({ permission: 'memos.read', ...countPrint('memo') })

/** Prints a memo for the customer. */
export default function MemoPrint() {
  const { memo, hasData, print, papers, form } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={memoKind(memo.kind)}
          crumbs={[
            { label: 'Memos', to: paths.memos.list },
            { label: memo.memo_no, to: paths.memos.memo(memo.id) },
          ]}
          actions={
            memo.status === 'pending' ? (
              <PaperActions />
            ) : (
              <>
                <FormChoice form={form} />
                {hasData ? (
                  <LinkButton reloadDocument to="?format=json">
                    E-memo
                  </LinkButton>
                ) : null}
                <CountedPaperActions
                  numbers={[memo.memo_no]}
                  shared={{ paper: 'memo', id: memo.id }}
                  {...{ print, lastResult }}
                />
              </>
            )
          }
        />
      </div>
      <FormNotes form={form} pages={papers.forms?.length ?? 0} />
      <PaperSheets papers={papers} />
    </>
  )
}
