-- Issued cheques, leaf by leaf, and the layouts for printing them. See docs/domain.md, Other documents.

create table public.issued_cheques (
  project_id uuid not null,
  id uuid not null default private.new_id(),
  bank_id uuid not null,
  cheque_no text not null check (cheque_no ~ '^[0-9A-Za-z-]{1,20}$'),
  -- 0001234 and 1234 are one leaf, and 999 comes before 1000.
  no_key text not null generated always as (lpad(upper(cheque_no), 20, '0') collate "C") stored,
  in_book boolean not null default false,
  state text not null default 'unused' check (state in ('unused', 'printed', 'released', 'cleared', 'void', 'stale')),
  voucher_id uuid,
  cheque_date date,
  -- First day on which banks no longer accept the cheque
  stale_from date generated always as ((cheque_date + interval '6 months')::date + 1) stored,
  amount numeric(14,2) check (amount > 0),
  payee_name text check (btrim(payee_name) <> ''),
  printed_at timestamptz,
  printed_by uuid,
  released_on date,
  cleared_on date,
  stale_on date,
  voided_on date,
  void_reason text,
  like private.stamped including defaults,
  primary key (project_id, id),
  foreign key (project_id, bank_id) references public.banks,
  foreign key (project_id, voucher_id) references public.vouchers,
  -- A leaf is blank, or it has voucher, payee, amount and date.
  constraint issued_cheques_filled_check check (num_nulls(voucher_id, cheque_date, amount, payee_name) in (0, 4)),
  constraint issued_cheques_blank_check check (state in ('unused', 'void') or voucher_id is not null),
  constraint issued_cheques_printed_check check (state <> 'printed' or printed_at is not null),
  constraint issued_cheques_released_check check (state not in ('released', 'cleared', 'stale') or released_on is not null),
  constraint issued_cheques_cleared_check check ((state = 'cleared') = (cleared_on is not null)),
  constraint issued_cheques_stale_check check ((state = 'stale') = (stale_on is not null)),
  constraint issued_cheques_void_check check ((state = 'void') = (voided_on is not null and void_reason is not null))
);
create unique index issued_cheques_no_key on public.issued_cheques (project_id, bank_id, no_key);
create unique index issued_cheques_voucher_key on public.issued_cheques (project_id, voucher_id) where state not in ('void', 'stale');
create index issued_cheques_voucher_idx on public.issued_cheques (project_id, voucher_id);
create index issued_cheques_list_idx on public.issued_cheques (project_id, state, cheque_date, id);
comment on table public.issued_cheques is
  'Register of issued cheques, one row per leaf: unused (blank, or meant for a voucher), printed, released to the payee, cleared by the '
  'bank, void, stale. A number is never removed; a voucher has at most one live cheque.';

create table public.cheque_layouts (
  project_id uuid not null,
  id uuid not null,
  offset_x numeric(5,1) not null check (offset_x between -20 and 250),
  offset_y numeric(5,1) not null check (offset_y between -20 and 250),
  date_x numeric(5,1) not null check (date_x between 0 and 250),
  date_y numeric(5,1) not null check (date_y between 0 and 120),
  date_pitch numeric(5,1) not null check (date_pitch between 1 and 15),
  date_gap numeric(5,1) not null check (date_gap between 0 and 20),
  payee_x numeric(5,1) not null check (payee_x between 0 and 250),
  payee_y numeric(5,1) not null check (payee_y between 0 and 120),
  payee_width numeric(5,1) not null check (payee_width between 20 and 250),
  figures_x numeric(5,1) not null check (figures_x between 0 and 250),
  figures_y numeric(5,1) not null check (figures_y between 0 and 120),
  figures_width numeric(5,1) not null check (figures_width between 20 and 250),
  words_x numeric(5,1) not null check (words_x between 0 and 250),
  words_y numeric(5,1) not null check (words_y between 0 and 120),
  words_width numeric(5,1) not null check (words_width between 20 and 250),
  words_step numeric(5,1) not null check (words_step between 3 and 20),
  letter_height numeric(5,1) not null check (letter_height between 2 and 8),
  feed_note text check (length(feed_note) <= 200),
  like private.stamped including defaults,
  primary key (project_id, id),
  foreign key (project_id, id) references public.banks
);
comment on table public.cheque_layouts is
  'Print layout of the cheques of a bank account, in millimeters: the cheque''s corner from the corner of the sheet, the lines from the '
  'corner of the cheque; and how a cheque is fed into the printer. id is that of the account.';

select private.guard_table('public.issued_cheques', p_read => '{treasury.read,vouchers.read}');
select private.guard_table('public.cheque_layouts', p_read => '{treasury.read,vouchers.read}', p_write => '{masters.write}');
grant insert (project_id, id, offset_x, offset_y, date_x, date_y, date_pitch, date_gap, payee_x, payee_y, payee_width,
    figures_x, figures_y, figures_width, words_x, words_y, words_width, words_step, letter_height, feed_note),
  update (offset_x, offset_y, date_x, date_y, date_pitch, date_gap, payee_x, payee_y, payee_width, figures_x, figures_y, figures_width,
    words_x, words_y, words_width, words_step, letter_height, feed_note)
  on public.cheque_layouts to authenticated;
