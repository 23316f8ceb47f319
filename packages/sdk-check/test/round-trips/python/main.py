"""The round trip through a client of openapi-python-client."""

import json
import re
import sys
import time
from urllib.parse import parse_qs, urlsplit

from commonhold_client import AuthenticatedClient, Client
from commonhold_client.api.asset_models import (
    create_asset_model,
    delete_asset_model,
    update_asset_model,
    upsert_asset_model,
)
from commonhold_client.api.assets import bulk_assets, create_asset, get_asset, list_assets
from commonhold_client.api.authentication import create_token, sign_in
from commonhold_client.api.issues import create_issue, list_transitions_of_issue, transition_issue
from commonhold_client.models import (
    Asset,
    AssetCreate,
    AssetInclude,
    AssetModel,
    AssetModelBrief,
    AssetModelCreate,
    AssetModelUpdate,
    AssetsSort,
    AssetUpdate,
    BulkAssetsCreate,
    BulkAssetsCreateOp,
    BulkAssetsRequest,
    BulkAssetsUpdate,
    BulkAssetsUpdateOp,
    BulkAssetsUpsert,
    BulkAssetsUpsertOp,
    BulkMode,
    BulkProblem,
    BulkResult,
    IncidentDetails,
    Issue,
    IssueCreate,
    IssueTransitionInput,
    Problem,
    SignInForm,
    TokenRequest,
    Tokens,
    TrackingType,
)
from commonhold_client.types import UNSET, Unset

_, base_url, email, password = sys.argv


def next_cursor(link: str) -> str | None:
    following = re.search(r'<([^>]+)>; rel="next"', link)
    return parse_qs(urlsplit(following[1]).query)["cursor"][0] if following else None


anonymous = Client(base_url=base_url)
tokens = create_token.sync(client=anonymous, body=TokenRequest(email=email, password=password))
assert isinstance(tokens, Tokens), tokens
client = AuthenticatedClient(base_url=base_url, token=tokens.access_token)

model = create_asset_model.sync(
    client=client,
    body=AssetModelCreate(
        name=f"Model of Python {time.time_ns()}",
        tracking_type=TrackingType.COUNTABLE,
        manufacturer="Lenovo",
    ),
)
assert isinstance(model, AssetModel)
patched = update_asset_model.sync(model.id, client=client, body=AssetModelUpdate(manufacturer=None))
assert isinstance(patched, AssetModel)
ids: list[str] = []
for at in (1, 2, 3, 4):
    made = create_asset.sync(client=client, body=AssetCreate(model_id=model.id, name=f"Asset {at}"))
    assert isinstance(made, Asset)
    ids.append(made.id)

names: list[str] = []
cursor: str | Unset = UNSET
while True:
    page = list_assets.sync_detailed(
        client=client, id=ids[:3], limit=2, sort=[AssetsSort.NAME], cursor=cursor
    )
    assert isinstance(page.parsed, list)
    names.extend(asset.name for asset in page.parsed)
    following = next_cursor(page.headers["link"])
    if following is None:
        break
    cursor = following

shown = get_asset.sync(ids[3], client=client, include=[AssetInclude.MODEL])
assert isinstance(shown, Asset) and isinstance(shown.model, AssetModelBrief)
problem = delete_asset_model.sync(model.id, client=client)
assert isinstance(problem, Problem)
issue = create_issue.sync(client=client, body=IssueCreate(title="Printer on floor 2 jams", issue_type="incident"))
assert isinstance(issue, Issue)
moves = list_transitions_of_issue.sync(issue.id, client=client)
assert isinstance(moves, list)
moved = transition_issue.sync(issue.id, client=client, body=IssueTransitionInput(transition_id=moves[0].id))
assert isinstance(moved, Issue)
assert isinstance(moved.details, IncidentDetails)
again = AssetModelCreate(name=f"{model.name} again", tracking_type=model.tracking_type)
first = upsert_asset_model.sync("sdk", "python-client", client=client, body=again)
second = upsert_asset_model.sync("sdk", "python-client", client=client, body=again)
assert isinstance(first, AssetModel) and isinstance(second, AssetModel)
bulk = bulk_assets.sync(
    client=client,
    body=BulkAssetsRequest(
        mode=BulkMode.EACH,
        items=[
            BulkAssetsCreate(
                op=BulkAssetsCreateOp.CREATE, body=AssetCreate(model_id="sdk:none", name="Asset 5")
            ),
            BulkAssetsUpdate(
                op=BulkAssetsUpdateOp.UPDATE, id=ids[3], body=AssetUpdate(notes="Counted")
            ),
            BulkAssetsUpsert(
                op=BulkAssetsUpsertOp.UPSERT,
                external_id="sdk:python-client",
                body=AssetCreate(model_id=model.id, name="Asset 6"),
            ),
        ],
    ),
)
assert isinstance(bulk, BulkResult)
refused = bulk.results[0].problem
assert isinstance(refused, BulkProblem) and not isinstance(refused.errors, Unset)
[fault] = refused.errors
form = sign_in.sync(client=anonymous, body=SignInForm(username=email, password=password))
assert isinstance(form, Tokens)

print(
    json.dumps(
        {
            "manufacturer": patched.manufacturer,
            "names": names,
            "status": problem.status,
            "code": problem.code,
            "isMoved": moved.status == moves[0].to_status.key,
            "subtype": moved.details.subtype,
            "isIncluded": shown.model.name == model.name,
            "isSameRecord": first.id == second.id,
            "bulk": {"succeeded": bulk.succeeded, "failed": bulk.failed, "pointer": fault.pointer},
            "token_type": form.token_type.value,
        }
    )
)
