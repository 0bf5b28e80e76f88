import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'
import { TASKS, type Task } from './tasks'

/** The number of documents of a task, with their amount if the task has one. */
export interface Work {
  task: Task
  items: number
  amount: Money | null
}

/** Returns the due work of the user's role in the order of the tasks, without empty ones. */
export async function readWork(db: Db, projectId: string): Promise<Work[]> {
  const found = rows(await db.rpc('work_due', { p_project: projectId }))
  return (Object.keys(TASKS) as Task[]).flatMap((task) =>
    found
      .filter((due) => due.task === task)
      .map(({ items, amount }) => ({
        task,
        items: Number(items),
        amount: amount === null ? null : money(amount),
      })),
  )
}
