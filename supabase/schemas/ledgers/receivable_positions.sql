-- What each document comes to in the receivables ledger is kept beside it, so that reports read only the documents that are
-- open, or were on the report's day. See docs/ledgers.md and docs/decisions/0036.

create table private.receivable_positions (
  project_id uuid not null,
  -- A booking, or the receipt of unapplied credit.
  document_id uuid not null,
  is_booking boolean not null,
  customer_id uuid not null,
  amount numeric(14,2) not null,
  cleared_amount numeric(14,2) not null,
  charged numeric(14,2) not null,
  opened_on date not null,
  moved_on date not null,
  primary key (project_id, document_id, customer_id)
);
create index receivable_positions_open_idx on private.receivable_positions (project_id, customer_id)
  include (document_id, is_booking, amount, cleared_amount, charged, moved_on) where amount <> 0 or cleared_amount <> 0;
-- Balances of bookings have everything but advances and unapplied credit, which are read from this index.
create index receivable_positions_uncharged_idx on private.receivable_positions (project_id, customer_id)
  include (document_id, is_booking, amount, cleared_amount) where charged = 0 and (amount <> 0 or cleared_amount <> 0);
create index receivable_positions_moved_idx on private.receivable_positions (project_id, moved_on)
  include (document_id, is_booking, customer_id, amount, cleared_amount, charged, opened_on);
comment on table private.receivable_positions is
  'Sums of the receivables ledger by booking, and by receipt what is posted of it without a booking; charged: the part of amount without '
  'receipts; opened_on and moved_on: the first and the last day of an entry. It is a table of its own, so that a posting does not wait for '
  'a locked receipt and does not change its version.';

create or replace function private.receipts_left(p_project uuid) returns setof uuid
language plpgsql stable security definer set search_path = '' rows 100 as $$
begin
  if private.scope_of(p_project, 'collections.read') is null then return; end if;
  return query
  select p.document_id from private.receivable_positions p
  where p.project_id = p_project and p.charged = 0 and not p.is_booking and p.amount <> 0;
end $$;
comment on function private.receipts_left is
  'Returns ids of the receipts with unapplied credit. Row-level security of the receipts decides which of them the caller sees.';

grant execute on function private.receipts_left to authenticated;
