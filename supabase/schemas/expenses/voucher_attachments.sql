-- Attachments of vouchers: receipts and invoices as files, private to the users of the project who read vouchers.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('vouchers', 'vouchers', false, 5242880, array['application/pdf', 'image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do nothing;

create policy vouchers_select on storage.objects for select to authenticated
  using (bucket_id = 'vouchers' and not (select private.asks_for_signed_link())
    and (storage.foldername(objects.name))[1] = any ((select private.projects_with('vouchers.read'))::uuid[]::text[]));
create policy vouchers_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'vouchers' and not (select private.asks_for_signed_link())
    and (storage.foldername(objects.name))[1] = any ((select private.projects_with('vouchers.write'))::uuid[]::text[])
    and exists (select from public.vouchers v where v.project_id::text = (storage.foldername(objects.name))[1]
      and v.id::text = (storage.foldername(objects.name))[2] and v.status <> 'cancelled'));
create or replace function private.is_voucher_file(p_name text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_number(null, 'file', p_name);
  return exists (select from public.voucher_attachments a where a.project_id::text = split_part(p_name, '/', 1) and a.path = p_name);
end $$;
comment on function private.is_voucher_file is
  'Returns true when a voucher names this file. Whoever attaches or deletes the file at the same moment comes before or after.';
grant execute on function private.is_voucher_file to authenticated;

-- A file that a voucher names cannot be deleted; its row is deleted first.
create policy vouchers_delete on storage.objects for delete to authenticated
  using (bucket_id = 'vouchers'
    and (storage.foldername(objects.name))[1] = any ((select private.projects_with('vouchers.write'))::uuid[]::text[])
    and not private.is_voucher_file(objects.name));

create or replace function private.attach_voucher_file(p_project uuid, p_voucher uuid, p_file jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'vouchers.write');
  v public.vouchers;
  v_path text := private.read_text(p_file, 'path', p_max => 300);
  v_file public.voucher_attachments;
begin
  select * into v from public.vouchers o where o.project_id = p_project and o.id = p_voucher for no key update;
  if not found then perform private.not_found(); end if;
  if v.status = 'cancelled' then
    perform private.refuse('wrong_state', format('Voucher No. %s is cancelled. Files can no longer be attached.', v.voucher_no));
  end if;
  perform private.lock_number(null, 'file', v_path);
  if v_path is null or not exists (select from storage.objects f where f.bucket_id = 'vouchers' and f.name = v_path
      and (storage.foldername(f.name))[1] = p_project::text and (storage.foldername(f.name))[2] = p_voucher::text) then
    perform private.invalid('file', 'Choose a file.');
  end if;
  if (select count(*) from public.voucher_attachments a where a.project_id = p_project and a.voucher_id = p_voucher) >= 20 then
    perform private.refuse('too_many', 'At most 20 files a voucher.', 'file');
  end if;
  insert into public.voucher_attachments (project_id, voucher_id, name, path)
  values (p_project, p_voucher, private.read_text(p_file, 'name', true, p_max => 120), v_path)
  on conflict (project_id, voucher_id, path) do nothing returning * into v_file;
  if not found then
    perform private.refuse_duplicate('file', 'This file is already attached.');
  end if;
  return jsonb_build_object('id', v_file.id);
end $$;
select private.expose('attach_voucher_file');
comment on function public.attach_voucher_file is
  'Attaches a file that was uploaded into the bucket vouchers below <project>/<voucher>/ to a voucher that is not cancelled; also a '
  'released one, whose official receipt comes later. p_file: {name (as staff know it), path (in the bucket)}; at most 20. Errors: 42501, '
  'P0002, wrong_state, too_many, 23505 file, 22023 file, name.';

create or replace function private.detach_voucher_file(p_project uuid, p_attachment uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'vouchers.write');
  v public.vouchers;
  v_file public.voucher_attachments;
begin
  select * into v from public.vouchers o where o.project_id = p_project and o.id =
    (select a.voucher_id from public.voucher_attachments a where a.project_id = p_project and a.id = p_attachment) for no key update;
  if not found then perform private.not_found(); end if;
  if v.status not in ('pending', 'printed') then
    perform private.refuse('wrong_state', format('Voucher No. %s is %s. Its attachments cannot be removed.', v.voucher_no, v.status));
  end if;
  delete from public.voucher_attachments a where a.project_id = p_project and a.id = p_attachment returning * into v_file;
  if not found then perform private.not_found(); end if;
  return jsonb_build_object('id', p_attachment, 'path', v_file.path);
end $$;
select private.expose('detach_voucher_file');
comment on function public.detach_voucher_file is
  'Removes a file from a voucher that is not released; the file itself may be deleted from the bucket after that. Answers its path. '
  'Errors: 42501, P0002, wrong_state.';
