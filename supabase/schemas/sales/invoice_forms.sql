-- Invoices on pre-printed forms with numbers of their own: one that takes several uses up as many numbers.
-- See docs/e-invoice.md, Pre-printed forms.

create view private.numbered_invoices with (security_invoker = true) as
select b.project_id, b.id, b.so_no, b.invoice_no, private.invoice_series(b.invoice_no) as series,
  private.invoice_serial(b.invoice_no) as serial, b.date_invoiced, b.customer_name, b.total
from public.bookings b
where b.invoice_no is not null and not b.is_opening and private.invoice_serial(b.invoice_no) is not null;
comment on view private.numbered_invoices is
  'Invoices whose number ends in digits, with its series and its place there. Opening receivables are no invoices of ours.';

create or replace function private.forms_of(p_project uuid, p_bookings uuid[]) returns table (booking_id uuid, forms int)
language plpgsql stable set search_path = '' as $$
declare
  v_lines int := (select f.lines_per_form from public.paper_forms f
    where f.project_id = p_project and f.paper = 'invoice' and f.numbered);
begin
  -- Discounts and goods not delivered take a line each.
  return query
  select b.id, coalesce(ceil((l.lines + (b.discount <> 0)::int + (k.amount is not null)::int)::numeric / v_lines)::int, 1)
  from public.bookings b
  cross join lateral (select count(*) as lines from public.booking_lines x where x.project_id = p_project and x.booking_id = b.id) l
  left join lateral (select sum(y.amount) as amount from private.released_goods(p_project, array[b.id]) y
    where not y.after_invoice having sum(y.amount) <> 0) k on true
  where b.project_id = p_project and b.id = any (p_bookings);
end $$;
comment on function private.forms_of is
  'Returns how many pre-printed forms with a number each the invoices of these bookings take: 1 where the project has none.';

create view private.form_numbers with (security_invoker = true) as
select e.project_id, e.booking_id, e.invoice_no, private.invoice_series(e.invoice_no) as series, s.first, s.first + n as serial,
  private.invoice_no_like(e.invoice_no, s.first + n) as number, n + 1 as form, e.forms, b.date_invoiced
from public.e_invoices e
join public.bookings b on b.project_id = e.project_id and b.id = e.booking_id
cross join lateral (select private.invoice_serial(e.invoice_no) as first) s
cross join generate_series(1, e.forms - 1) n
where e.forms > 1
  and not exists (select from public.e_invoices l where l.project_id = e.project_id and l.booking_id = e.booking_id and l.id > e.id);
comment on view private.form_numbers is
  'Numbers printed on the second and further forms of invoices: they belong to their invoice, and no other has them.';

create or replace function private.expect_free_forms(p_project uuid, p_booking uuid, p_no text, p_forms int, p_field text) returns void
language plpgsql stable set search_path = '' as $$
declare
  v_first bigint := private.invoice_serial(p_no);
  v_series text := private.invoice_series(p_no);
  v record;
begin
  select f.* into v from private.form_numbers f
  where f.project_id = p_project and f.series = v_series and f.serial between v_first and v_first + p_forms - 1
    and f.booking_id <> p_booking order by f.serial limit 1;
  if found then
    perform private.refuse_duplicate(p_field,
      format('Number %s is used up: it is printed on form %s of invoice %s.', v.number, v.form, v.invoice_no));
  end if;
  select n.* into v from private.numbered_invoices n
  where n.project_id = p_project and n.series = v_series and n.serial between v_first + 1 and v_first + p_forms - 1
    and n.id <> p_booking order by n.serial limit 1;
  if found then
    perform private.refuse_duplicate(p_field, format('This invoice takes %s forms, and number %s of them is already used: %s.',
      p_forms, v.invoice_no, v.so_no));
  end if;
end $$;
comment on function private.expect_free_forms is
  'Refuses a number of an invoice that is on a further form of another, or whose own further forms have a number that another invoice has. '
  'Errors: 23505 at p_field.';

create or replace function private.invoice_forms(p_project uuid, p_bookings uuid[]) returns table (booking_id uuid, forms int)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.authorize(p_project, 'invoicing.read');
  return query select f.booking_id, f.forms from private.forms_of(p_project, p_bookings) f where f.forms > 1
  order by f.booking_id limit 1000;
end $$;
select private.expose('invoice_forms');
comment on function public.invoice_forms is
  'Returns those of these bookings whose invoice takes several pre-printed forms with a number each, and how many: an invoice uses up as '
  'many numbers, from its own on. None where the project has no such form. Errors: 42501.';
