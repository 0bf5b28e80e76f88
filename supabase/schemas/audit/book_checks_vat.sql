-- Integrity check of the VAT of bookings. The formulas are those of the documents (docs/domain.md, VAT).

create or replace function private.vat_of_lines(p_project uuid)
returns table (booking_id uuid, exempt numeric, zero_rated numeric, vat numeric, delivered_vat numeric)
language sql stable security definer set search_path = '' as $$
  -- VAT on top of prices is rounded on each line, VAT in the prices on the sum of a document.
  select s.booking_id, s.exempt, s.zero_rated, s.on_top + s.within - round(s.within / s.share, 2),
    s.delivered_on_top + s.delivered_within - round(s.delivered_within / s.share, 2)
  from (
    select l.booking_id, coalesce(sum(l.amount) filter (where l.vat_class = 'exempt'), 0) as exempt,
      coalesce(sum(l.amount) filter (where l.vat_class = 'zero_rated'), 0) as zero_rated, max(r.share) as share,
      coalesce(sum(l.amount - round(l.amount / r.share, 2)) filter (where l.vat_on_top > 0), 0) as on_top,
      coalesce(sum(l.amount) filter (where l.vat_percent > l.vat_on_top), 0) as within,
      coalesce(sum(l.delivered - round(l.delivered / r.share, 2)) filter (where l.vat_on_top > 0), 0) as delivered_on_top,
      coalesce(sum(l.delivered) filter (where l.vat_percent > l.vat_on_top), 0) as delivered_within
    from private.checked_lines l
    cross join lateral (select 1 + l.vat_percent / 100 as share) r
    where l.project_id = p_project group by l.booking_id) s
$$;
comment on function private.vat_of_lines is
  'Returns what the lines of each booking say of VAT, of exempt and zero-rated sales, and of the VAT of what is delivered.';

create or replace function private.check_vat(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable security definer set search_path = '' as $$
  select 'vat.bookings', c.id, null, c.stored, c.expected
  from (
    select b.id, jsonb_build_array(b.vat_amount, b.exempt_amount, b.zero_rated_amount) as stored,
      jsonb_build_array(v.vat, v.exempt, v.zero_rated) as expected
    from public.bookings b join private.vat_of_lines(p_project) v on v.booking_id = b.id
    where b.project_id = p_project and b.validated_at is not null) c
  where c.stored is distinct from c.expected
$$;
comment on function private.check_vat is 'Returns the bookings whose VAT, exempt or zero-rated sales are not those of their lines.';
