//! The round trip through a client of openapi-generator.
use commonhold::apis::{
    asset_models_api as asset_models, assets_api as assets, authentication_api as authentication,
    configuration::Configuration, issues_api as issues, Error,
};
use commonhold::models;
use std::time::{SystemTime, UNIX_EPOCH};

type Failure = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().collect();
    let (address, email, password) = (&arguments[1], &arguments[2], &arguments[3]);
    let mut configuration = Configuration { base_path: address.clone(), ..Configuration::default() };
    let form = authentication::sign_in(&configuration, email, password, None, None).await?;
    configuration.bearer_access_token = Some(form.access_token.clone());

    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos();
    let mut create = models::AssetModelCreate::new(
        format!("Model of Rust {now}"),
        models::TrackingType::TRACKING_TYPE_COUNTABLE,
    );
    create.manufacturer = Some(Some("Lenovo".to_string()));
    let model = asset_models::create_asset_model(&configuration, create, None, None).await?;
    let update = models::AssetModelUpdate { manufacturer: Some(None), ..Default::default() };
    let patched =
        asset_models::update_asset_model(&configuration, &model.id, None, None, Some(update)).await?;
    let mut ids: Vec<String> = Vec::new();
    for at in 1..=4 {
        let asset = models::AssetCreate::new(model.id.clone(), format!("Asset {at}"));
        ids.push(assets::create_asset(&configuration, asset, None, None).await?.id);
    }

    let names = asset_names(&configuration, &ids[..3]).await?;
    let include = Some(vec![models::AssetInclude::ASSET_INCLUDE_MODEL]);
    let shown = assets::get_asset(&configuration, &ids[3], include, None, None).await?;
    let included = shown.model.flatten().map(|brief| brief.name);
    let problem: models::Problem =
        match asset_models::delete_asset_model(&configuration, &model.id, None, None).await {
            Err(Error::ResponseError(refused)) => serde_json::from_str(&refused.content)?,
            other => panic!("the model was not refused: {other:?}"),
        };
    let mut incident = models::IssueCreate::new("Printer on floor 2 jams".to_string());
    incident.issue_type = Some("incident".to_string());
    let issue = issues::create_issue(&configuration, incident, None, None).await?;
    let moves = issues::list_transitions_of_issue(
        &configuration, &issue.id, None, None, None, None, None, None, None, None,
    )
    .await?;
    let mut input = models::IssueTransitionInput::new();
    input.transition_id = Some(moves[0].id.clone());
    let moved =
        issues::transition_issue(&configuration, &issue.id, None, None, None, Some(input)).await?;
    let next = issues::list_transitions_of_issue(
        &configuration, &issue.id, None, None, None, None, None, None, None, None,
    )
    .await?;
    let two: Vec<String> = next.iter().take(2).map(|one| one.id.clone()).collect();
    let filtered = issues::list_transitions_of_issue(
        &configuration, &issue.id, None, None, None, None, None, Some(two.clone()), None, None,
    )
    .await?;
    assert!(next.len() > 2 && filtered.len() == 2);
    assert!(filtered.iter().all(|one| two.contains(&one.id)));
    let again = models::AssetModelCreate::new(
        format!("{} again", model.name),
        models::TrackingType::TRACKING_TYPE_COUNTABLE,
    );
    let first =
        asset_models::upsert_asset_model(&configuration, "sdk", "rust", again.clone(), None, None).await?;
    let second =
        asset_models::upsert_asset_model(&configuration, "sdk", "rust", again, None, None).await?;
    let bulk =
        assets::bulk_assets(&configuration, changes(&model.id, &ids[3]), None, None, None).await?;
    let refused = bulk.results[0].problem.as_ref().and_then(|problem| problem.errors.as_ref());
    let subtype = match moved.details.as_ref() {
        models::IssueDetails::IncidentDetails(details) => Some(details.subtype),
        _ => None,
    };
    println!(
        "{}",
        serde_json::json!({
            "manufacturer": patched.manufacturer,
            "names": names,
            "status": problem.status,
            "code": problem.code,
            "isMoved": moved.status == moves[0].to_status.key,
            "subtype": subtype,
            "isIncluded": included == Some(model.name),
            "isSameRecord": first.id == second.id,
            "bulk": {
                "succeeded": bulk.succeeded,
                "failed": bulk.failed,
                "pointer": refused.map(|errors| errors[0].pointer.clone()),
            },
            "token_type": form.token_type,
        })
    );
    Ok(())
}

/// A create with a model that does not exist, an update, and an upsert.
fn changes(model_id: &str, asset_id: &str) -> models::BulkAssetsRequest {
    let create = models::BulkAssetsCreate::new(
        models::BulkAssetsCreateOp::BULK_ASSETS_CREATE_OP_CREATE,
        models::AssetCreate::new("sdk:none".to_string(), "Asset 5".to_string()),
    );
    let update = models::BulkAssetsUpdate::new(
        models::BulkAssetsUpdateOp::BULK_ASSETS_UPDATE_OP_UPDATE,
        asset_id.to_string(),
        models::AssetUpdate { notes: Some(Some("Counted".to_string())), ..Default::default() },
    );
    let upsert = models::BulkAssetsUpsert::new(
        models::BulkAssetsUpsertOp::BULK_ASSETS_UPSERT_OP_UPSERT,
        "sdk:rust".to_string(),
        models::AssetCreate::new(model_id.to_string(), "Asset 6".to_string()),
    );
    models::BulkAssetsRequest::new(
        models::BulkMode::BULK_MODE_EACH,
        vec![
            models::BulkAssetsItem::BulkAssetsCreate(Box::new(create)),
            models::BulkAssetsItem::BulkAssetsUpdate(Box::new(update)),
            models::BulkAssetsItem::BulkAssetsUpsert(Box::new(upsert)),
        ],
    )
}

/// The names of the assets with these ids. The generated code hides the header `Link`, so a program that reads more than
/// one page sends the requests by `reqwest` itself and parses the generated models.
async fn asset_names(configuration: &Configuration, ids: &[String]) -> Result<Vec<String>, Failure> {
    let base = url::Url::parse(&configuration.base_path)?;
    let mut first = base.join("/assets?limit=2&sort=name")?;
    first.query_pairs_mut().extend_pairs(ids.iter().map(|id| ("id", id)));
    let token = configuration.bearer_access_token.as_deref().unwrap_or_default();
    let mut next = Some(first);
    let mut names: Vec<String> = Vec::new();
    while let Some(address) = next {
        let response = configuration.client.get(address).bearer_auth(token).send().await?;
        let link = response.headers().get("link").map_or(Ok(""), |value| value.to_str())?.to_string();
        let page: Vec<models::Asset> = response.json().await?;
        names.extend(page.into_iter().map(|asset| asset.name));
        next = next_in(&link).map(|path| base.join(path)).transpose()?;
    }
    Ok(names)
}

/// The URL of the next page, `<address>; rel="next"`.
fn next_in(link: &str) -> Option<&str> {
    let part = link.split(", ").find(|part| part.ends_with("rel=\"next\""))?;
    part.strip_prefix('<')?.split('>').next()
}
