/** The kinds of warehouse request. */
export const REQUEST_KINDS = [
  { value: 'hold', label: 'Hold', detail: 'Nothing is delivered until the request is completed.' },
  {
    value: 'reduce',
    label: 'Reduce quantity',
    detail: 'Undelivered goods are released from reservation and credited.',
  },
  {
    value: 'take_back',
    label: 'Return',
    detail: 'Delivered goods return to stock and are credited.',
  },
] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]['value']

export const requestKindLabel = (kind: string) =>
  REQUEST_KINDS.find(({ value }) => value === kind)?.label ?? kind

export const REQUEST_STATUSES = [
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'done', label: 'Completed' },
] as const
