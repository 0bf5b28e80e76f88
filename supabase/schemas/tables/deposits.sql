-- Deposits of cash and cheques, what happened to a cheque, and balances of bank statements.
-- See docs/domain.md, Cash, deposits, bank.

create table public.deposit_slips (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  bank_id uuid not null,
  slip_no text not null,
  deposited_on date not null,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  -- Why its number was corrected the last time; earlier reasons are in the audit log.
  number_reason text,
  version int not null default 1,
  modified_at timestamptz not null default now(),
  primary key (project_id, id),
  foreign key (project_id, bank_id) references public.banks
);
create unique index deposit_slips_no_key on public.deposit_slips (project_id, bank_id, slip_no);
create index deposit_slips_list_idx on public.deposit_slips (project_id, deposited_on desc, id desc);
comment on table public.deposit_slips is
  'A batch of cheques, cash or both brought to one bank account on one day. Nothing of it changes but its number.';
select private.guard_table('public.deposit_slips', p_read => '{collections.read}');
create trigger keep_slip before update of id, bank_id, deposited_on, created_by, created_at on public.deposit_slips for each row
  execute function private.refuse_change('A deposit slip keeps its account and its day: reverse its cash, or return its cheques.');
create trigger append_only before delete on public.deposit_slips for each row execute function private.refuse_change();

create table public.cheque_events (
  project_id uuid not null,
  id bigint generated always as identity,
  collection_id uuid not null,
  event text not null check (event in ('deposited', 'cleared', 'returned', 'replaced')),
  on_date date not null,
  effect numeric(14,2) not null default 0,
  slip_id uuid,
  replaced_by uuid,
  reason text,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  primary key (project_id, id),
  foreign key (project_id, collection_id) references public.collections,
  foreign key (project_id, slip_id) references public.deposit_slips,
  foreign key (project_id, replaced_by) references public.collections,
  constraint cheque_events_slip_check check ((event = 'deposited') = (slip_id is not null)),
  constraint cheque_events_replaced_check check ((event = 'replaced') = (replaced_by is not null))
);
create index cheque_events_collection_idx on public.cheque_events (project_id, collection_id, id);
create index cheque_events_slip_idx on public.cheque_events (project_id, slip_id) where slip_id is not null;
create unique index cheque_events_replaced_by_key on public.cheque_events (project_id, replaced_by) where replaced_by is not null;
comment on table public.cheque_events is
  'Events of a received cheque, in order. effect: amount by which the event changes the receipt from on_date on (a return takes its whole '
  'amount away, a redeposit restores it). Insert-only.';
select private.guard_table('public.cheque_events', p_append_only => true, p_read => '{collections.read}',
  p_part_of => 'public.collections');

create table public.cash_deposits (
  project_id uuid not null,
  id uuid not null default private.new_id(),
  slip_id uuid not null,
  amount numeric(14,2) not null check (amount <> 0),
  on_date date not null,
  reason text,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  primary key (project_id, id),
  foreign key (project_id, slip_id) references public.deposit_slips,
  constraint cash_deposits_reason_check check ((amount < 0) = (reason is not null))
);
-- Each slip has at most one cash row and one reversal.
create unique index cash_deposits_slip_key on public.cash_deposits (project_id, slip_id, (amount > 0));
comment on table public.cash_deposits is
  'Cash on a deposit slip. Insert-only: a mistake is reversed by an opposite row of the same day, with a reason.';

create table public.bank_balances (
  project_id uuid not null,
  id uuid not null default private.new_id(),
  bank_id uuid not null,
  on_date date not null,
  balance numeric(14,2) not null,
  -- The amount that it added to the money ledger: the opening balance of the account, or the difference when it was adjusted.
  posted numeric(14,2) not null default 0,
  remarks text,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  primary key (project_id, id),
  foreign key (project_id, bank_id) references public.banks
);
create index bank_balances_bank_idx on public.bank_balances (project_id, bank_id, on_date desc, id desc);
comment on table public.bank_balances is
  'Statement balances of bank accounts at the end of a day. Insert-only: of several entries for a day the last one counts. The first of an '
  'account opens it in the money ledger; later ones are compared with it, and adjust it only when that is asked for.';

select private.guard_table('public.cash_deposits', p_append_only => true, p_audit => '{insert}', p_read => '{treasury.position}');
select private.guard_table('public.bank_balances', p_append_only => true, p_audit => '{insert}', p_read => '{treasury.position}');
